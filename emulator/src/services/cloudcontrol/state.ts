// Records of requests, and of the resources that they created.
import type { Trace } from '#core/call';
import { collection } from '#core/records';
import type { JsonObject } from '#resources/json';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE';
export type Status = 'PENDING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | 'CANCEL_IN_PROGRESS' | 'CANCEL_COMPLETE';

export interface RequestRecord {
  readonly token: string;
  readonly typeName: string;
  readonly operation: Operation;
  readonly status: Status;
  readonly startedMs: number;
  /** The trace of the call that asked for it. */
  readonly trace?: Trace | undefined;
  /** Set as soon as the identifier is known. */
  readonly identifier?: string | undefined;
  readonly roleArn?: string | undefined;
  /** The desired state of the resource. */
  readonly properties?: JsonObject | undefined;
  /** The state of the resource when the request came in. */
  readonly previous?: JsonObject | undefined;
  readonly message?: string | undefined;
  readonly errorCode?: string | undefined;
  /** Id of the process run that has started it. If that run has ended, the request was interrupted. */
  readonly runner?: string | undefined;
  readonly clientToken?: string | undefined;
}

/** How a resource was created through this service: the part that its own service may not return. */
export interface MadeRecord {
  readonly physicalId: string;
  readonly attributes: JsonObject;
  readonly properties: JsonObject;
}

export const requests = collection<[token: string], RequestRecord>('cloudcontrol.requests');
/** Requests in the order in which they came. */
export const requestsByTime = collection<[startedMs: number, token: string], { token: string }>('cloudcontrol.requests-by-time');
/** The request under way for each resource. */
export const busy = collection<[typeName: string, identifier: string], { token: string }>('cloudcontrol.busy');
/** The request that each client token was used for. */
export const clientTokens = collection<[clientToken: string], { token: string; usedMs: number; asked: string }>(
  'cloudcontrol.client-tokens',
);
export const made = collection<[typeName: string, identifier: string], MadeRecord>('cloudcontrol.made');
