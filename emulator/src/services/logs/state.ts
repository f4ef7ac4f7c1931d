// What the log service remembers. Streams and events hang on ids that are unique to one life of a name, so that a deleted group's or
// stream's name is free at once and its events are swept later.
import { type BlobRef, collection } from '#core/records';

export type LogGroupClass = 'STANDARD' | 'INFREQUENT_ACCESS' | 'ESSENTIALS' | 'DELIVERY';
/** A list: a tag may be called `__proto__`. */
export type Tags = readonly { readonly key: string; readonly value: string }[];

export interface LogGroup {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly logGroupClass: LogGroupClass;
  readonly retentionDays?: number | undefined;
  readonly kmsKeyId?: string | undefined;
  readonly deletionProtected: boolean;
  readonly bearerTokens: boolean;
  readonly tags: Tags;
}

/** What counts on with every batch of events. */
export interface GroupTally {
  /** The last number given to an event. */
  readonly events: number;
  /** The last number given to a batch. */
  readonly batches: number;
  readonly storedBytes: number;
  /** When the work that removes expired events is due; 0: not at all. */
  readonly expiryMs: number;
}
export const NO_TALLY: GroupTally = { events: 0, batches: 0, storedBytes: 0, expiryMs: 0 };

export interface LogStream {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly firstEventMs?: number | undefined;
  readonly lastEventMs?: number | undefined;
  readonly lastIngestionMs?: number | undefined;
  readonly storedBytes: number;
}

export interface LogEvent {
  readonly stream: string;
  readonly streamId: string;
  /** Over 64 KB it lies in a blob. */
  readonly message: string | BlobRef;
  readonly sizeBytes: number;
  readonly ingestedMs: number;
}

/** One PutLogEvents: where its events are. */
export interface Batch {
  readonly stream: string;
  readonly streamId: string;
  readonly firstEventMs: number;
  readonly lastEventMs: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
}

export interface MetricFilter {
  readonly name: string;
  readonly createdMs: number;
  readonly pattern: string;
  readonly transformation: MetricTransformation;
  readonly applyOnTransformedLogs: boolean;
}
export interface MetricTransformation {
  readonly metricName: string;
  readonly metricNamespace: string;
  readonly metricValue: string;
  readonly defaultValue?: number | undefined;
  readonly dimensions?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly unit?: string | undefined;
}

export interface ResourcePolicy {
  readonly name: string;
  /** As given. */
  readonly document: string;
  readonly updatedMs: number;
  /** Of a policy on a log group. */
  readonly revisionId?: string | undefined;
}

export const groups = collection<[name: string], LogGroup>('logs.groups');
export const tallies = collection<[groupId: string], GroupTally>('logs.tallies');
export const streams = collection<[groupId: string, name: string], LogStream>('logs.streams');
/** Streams by their last event; 0 without any. */
export const streamsByTime = collection<[groupId: string, lastEventMs: number, name: string], { streamId: string }>('logs.streams-by-time');
export const events = collection<[groupId: string, timestampMs: number, number: number], LogEvent>('logs.events', { bulk: true });
/** The events of one stream; the event itself stands under the group. */
export const streamEvents = collection<[streamId: string, timestampMs: number, number: number], { here: true }>('logs.stream-events', {
  bulk: true,
});
/** The latest batches of a group, for those who follow it. */
export const batches = collection<[groupId: string, number: number], Batch>('logs.batches', { bulk: true });
export const metricFilters = collection<[group: string, name: string], MetricFilter>('logs.metric-filters');
/** `scope`: '' for the account, else the log group's name. */
export const resourcePolicies = collection<[scope: string, name: string], ResourcePolicy>('logs.resource-policies');
