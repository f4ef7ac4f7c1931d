// One run of an asynchronous invocation: its event, its function, and the configuration of retries and destinations.
import type { Frozen } from '#core/records';
import type { Invocable } from '#services/lambda/lookup/invocable';
import type { EventConfigRecord, EventRecord } from '#services/lambda/state';

export interface EventRun {
  readonly event: Frozen<EventRecord>;
  readonly found: Invocable;
  readonly config: Frozen<EventConfigRecord> | undefined;
  readonly payload: Uint8Array;
  readonly requestId: string;
}
