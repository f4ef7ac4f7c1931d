// What is remembered of requests, and of the resources that were made by them.
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
  /** As soon as it is known. */
  readonly identifier?: string | undefined;
  readonly roleArn?: string | undefined;
  /** What the resource is to be. */
  readonly properties?: JsonObject | undefined;
  /** The resource as it was when the request came. */
  readonly previous?: JsonObject | undefined;
  readonly message?: string | undefined;
  readonly errorCode?: string | undefined;
  /** The runner that has begun it: one that is gone was interrupted. */
  readonly runner?: string | undefined;
  readonly clientToken?: string | undefined;
}

/** What a service does not tell of a resource: how it was asked for. */
export interface MadeRecord {
  readonly physicalId: string;
  readonly attributes: JsonObject;
  readonly properties: JsonObject;
}

export const requests = collection<[token: string], RequestRecord>('cloudcontrol.requests');
/** In the order in which they came. */
export const requestsByTime = collection<[startedMs: number, token: string], { token: string }>('cloudcontrol.requests-by-time');
/** The request under way for a resource. */
export const busy = collection<[typeName: string, identifier: string], { token: string }>('cloudcontrol.busy');
/** What a client token was used for. */
export const clientTokens = collection<[clientToken: string], { token: string; usedMs: number; asked: string }>(
  'cloudcontrol.client-tokens',
);
export const made = collection<[typeName: string, identifier: string], MadeRecord>('cloudcontrol.made');
