// The two ends of an environment's line: what the environment reports, and what it is told.
import type { Readable } from 'node:stream';
import type { Command, LogsBody, StatusName } from '#init/channel-wire';
import type { InvokeOutcome } from '#init/invocation';

/** What an environment reports. */
export interface LineEvents {
  status(name: StatusName, body: Uint8Array): void;
  logs(body: LogsBody): void;
  chunk(requestId: string, chunk: Uint8Array, contentType: string): void;
  outcome(requestId: string, outcome: InvokeOutcome): void;
  /** The archive of that content, where this environment may have it. */
  code(sha256: string): Readable | undefined;
  /** It has dialled in before and is silent now. */
  lost(): void;
  /** The door is about to close: what wants to end well ends now, and says when it has. */
  closing(): Promise<void>;
}

export interface ControlLine {
  send(command: Command, payload?: Uint8Array): void;
  /** False once nothing can be said any more. */
  readonly open: boolean;
  /** Whoever still dials in is sent away. */
  close(): void;
}
