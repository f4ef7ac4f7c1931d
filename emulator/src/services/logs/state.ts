// The collections of CloudWatch Logs. Streams and events are stored under ids, new ones for each group and stream. So the name of a
// deleted group or stream is free at once, and its events are removed later.
import type { Trace } from '#core/call';
import { type BlobRef, collection } from '#core/records';
import type { Processor } from '#model/logs';

export type LogGroupClass = 'STANDARD' | 'INFREQUENT_ACCESS' | 'ESSENTIALS' | 'DELIVERY';
/** A list rather than an object: a tag may be called `__proto__`. */
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

/** Counters that change with every batch of events. */
export interface GroupTally {
  /** The number of the last event. */
  readonly events: number;
  /** The number of the last batch. */
  readonly batches: number;
  readonly storedBytes: number;
  /** When expired events are removed next; 0 for never. */
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
  /** A blob above 64 KB. */
  readonly message: string | BlobRef;
  readonly sizeBytes: number;
  readonly ingestedMs: number;
  /** Parts that are shown as asterisks: from a character up to, not including, another. */
  readonly masks?: readonly (readonly [start: number, end: number])[] | undefined;
  /** JSON: what the group's transformer made of the shown message. */
  readonly transformed?: string | undefined;
}

/** A PutLogEvents call, and where its events are. */
export interface Batch {
  readonly stream: string;
  readonly streamId: string;
  readonly firstEventMs: number;
  readonly lastEventMs: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
}

/** Changes the events of a log group as they arrive. */
export interface Transformer {
  /** As given. */
  readonly processors: readonly Processor[];
  readonly createdMs: number;
  readonly modifiedMs: number;
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

export interface SubscriptionFilter {
  readonly name: string;
  readonly createdMs: number;
  readonly pattern: string;
  /** ARN of a function, of a stream, or of a destination that leads to one. */
  readonly destinationArn: string;
  /** The role in which a stream is written to. */
  readonly roleArn?: string | undefined;
  /** The principal that the function's policy names: `logs.amazonaws.com`, or with the region. */
  readonly service: string;
  readonly distribution: 'ByLogStream' | 'Random';
  readonly applyOnTransformedLogs?: true | undefined;
}

/** Where subscription filters of other accounts may send events: a stream, and the role in which it is written to. */
export interface Destination {
  readonly name: string;
  readonly createdMs: number;
  readonly targetArn: string;
  readonly roleArn: string;
  /** The text as given. */
  readonly accessPolicy?: string | undefined;
  readonly tags: Tags;
}

export type ExportStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';

/** Writes events of a log group into a bucket. */
export interface ExportTask {
  readonly taskName?: string | undefined;
  readonly group: string;
  readonly streamPrefix?: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucket: string;
  readonly prefix: string;
  /** The principal that the bucket's policy lets in: `logs.amazonaws.com`, or with the region. */
  readonly service: string;
  readonly status: ExportStatus;
  readonly message?: string | undefined;
  readonly createdMs: number;
  readonly endedMs?: number | undefined;
  /** Trace of the request that began it. */
  readonly trace?: Trace | undefined;
}

export type DeliveryDestinationType = 'S3' | 'CWL' | 'FH' | 'XRAY';

/** Where deliveries take the logs of other services. */
export interface DeliveryDestination {
  readonly name: string;
  readonly type: DeliveryDestinationType;
  readonly resourceArn?: string | undefined;
  readonly outputFormat?: string | undefined;
  /** The text as given. */
  readonly policy?: string | undefined;
  readonly tags: Tags;
}

/** A resource of another service whose logs are delivered. */
export interface DeliverySource {
  readonly name: string;
  readonly resourceArn: string;
  readonly service: string;
  readonly logType: string;
  readonly configuration?: Readonly<Record<string, string>> | undefined;
  readonly tags: Tags;
}

/** Takes the logs of a source to a destination. */
export interface LogDelivery {
  readonly source: string;
  readonly destinationArn: string;
  readonly destinationType: DeliveryDestinationType;
  readonly recordFields?: readonly string[] | undefined;
  readonly fieldDelimiter?: string | undefined;
  readonly suffixPath?: string | undefined;
  readonly isHiveCompatible: boolean;
  readonly tags: Tags;
}

export interface ResourcePolicy {
  readonly name: string;
  /** The text as given. */
  readonly document: string;
  readonly updatedMs: number;
  /** Present in the policy of a log group. */
  readonly revisionId?: string | undefined;
}

export type AccountPolicyType = 'DATA_PROTECTION_POLICY' | 'SUBSCRIPTION_FILTER_POLICY' | 'FIELD_INDEX_POLICY' | 'TRANSFORMER_POLICY';

/** A policy for the log groups of an account. */
export interface AccountPolicy {
  readonly name: string;
  readonly type: AccountPolicyType;
  /** The text as given. */
  readonly document: string;
  /** The text as given; all groups without one. */
  readonly criteria?: string | undefined;
  readonly updatedMs: number;
  /** The filter that a subscription filter policy puts on the groups that it selects. */
  readonly filter?: SubscriptionFilter | undefined;
  /** How a transformer policy changes the events of the groups that it selects and that have no transformer of their own. */
  readonly processors?: readonly Processor[] | undefined;
}

/** A policy of one log group. */
export interface GroupPolicy {
  /** The text as given. */
  readonly document: string;
  readonly updatedMs: number;
}

/** Kept: it finds nothing. */
export interface AnomalyDetector {
  readonly name?: string | undefined;
  readonly groupArns: readonly string[];
  readonly evaluationFrequency?: string | undefined;
  readonly filterPattern?: string | undefined;
  readonly kmsKeyId?: string | undefined;
  readonly visibleDays: number;
  readonly isEnabled: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly tags: Tags;
}

export const groups = collection<[name: string], LogGroup>('logs.groups');
export const tallies = collection<[groupId: string], GroupTally>('logs.tallies');
export const streams = collection<[groupId: string, name: string], LogStream>('logs.streams');
/** Streams by the time of their last event; 0 if they have none. */
export const streamsByTime = collection<[groupId: string, lastEventMs: number, name: string], { streamId: string }>('logs.streams-by-time');
export const events = collection<[groupId: string, timestampMs: number, number: number], LogEvent>('logs.events', { bulk: true });
/** The events of each stream; the event itself is stored under the group. */
export const streamEvents = collection<[streamId: string, timestampMs: number, number: number], { here: true }>('logs.stream-events', {
  bulk: true,
});
/** The latest batches of a group, for live tails. */
export const batches = collection<[groupId: string, number: number], Batch>('logs.batches', { bulk: true });
export const metricFilters = collection<[group: string, name: string], MetricFilter>('logs.metric-filters');
export const subscriptionFilters = collection<[group: string, name: string], SubscriptionFilter>('logs.subscription-filters');
export const transformers = collection<[group: string], Transformer>('logs.transformers');
export const destinations = collection<[name: string], Destination>('logs.destinations');
export const deliveryDestinations = collection<[name: string], DeliveryDestination>('logs.delivery-destinations');
export const deliverySources = collection<[name: string], DeliverySource>('logs.delivery-sources');
export const deliveries = collection<[id: string], LogDelivery>('logs.deliveries');
export const exportTasks = collection<[id: string], ExportTask>('logs.export-tasks');
/** `scope` is '' for the account, else the log group's name. */
export const resourcePolicies = collection<[scope: string, name: string], ResourcePolicy>('logs.resource-policies');
export const accountPolicies = collection<[type: AccountPolicyType, name: string], AccountPolicy>('logs.account-policies');
export const dataProtection = collection<[group: string, name: 'policy'], GroupPolicy>('logs.data-protection');
export const indexPolicies = collection<[group: string], GroupPolicy>('logs.index-policies');
export const anomalyDetectors = collection<[id: string], AnomalyDetector>('logs.anomaly-detectors');
