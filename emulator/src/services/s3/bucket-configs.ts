// The configurations of a bucket by kind, stored as they were given.
import type { Frozen } from '#core/records';
import type {
  CORSRule,
  EventBridgeConfiguration,
  LambdaFunctionConfiguration,
  LifecycleRule,
  LoggingEnabled,
  ObjectLockConfiguration,
  OwnershipControlsRule,
  PublicAccessBlockConfiguration,
  QueueConfiguration,
  ReplicationConfiguration,
  ServerSideEncryptionRule,
  TopicConfiguration,
  WebsiteConfiguration,
} from '#model/s3';
import type { LocatedBucket } from './located-bucket.ts';
import { type ConfigKind, configs } from './state.ts';

/** Dates are stored in milliseconds: a record cannot hold a Date. */
type Plain<T> = T extends Date
  ? number
  : T extends readonly (infer U)[]
    ? readonly Plain<U>[]
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T;

export type StoredLifecycleRule = Plain<LifecycleRule>;

export interface StoredNotification {
  readonly TopicConfigurations?: readonly TopicConfiguration[] | undefined;
  readonly QueueConfigurations?: readonly QueueConfiguration[] | undefined;
  readonly LambdaFunctionConfigurations?: readonly LambdaFunctionConfiguration[] | undefined;
  readonly EventBridgeConfiguration?: EventBridgeConfiguration | undefined;
}

export interface ConfigValues {
  abac: { status: string };
  accelerate: { status: string };
  cors: { rules: readonly CORSRule[] };
  /** `isConfigured`: a client has put it; new buckets have AES256 without that. */
  encryption: { rules: readonly ServerSideEncryptionRule[]; isConfigured?: true };
  lifecycle: { rules: readonly StoredLifecycleRule[]; minimumSize: string };
  logging: LoggingEnabled;
  notification: StoredNotification;
  'object-lock': ObjectLockConfiguration;
  ownership: { rules: readonly OwnershipControlsRule[] };
  policy: { text: string };
  'public-access-block': PublicAccessBlockConfiguration;
  replication: ReplicationConfiguration;
  'request-payment': { payer: string };
  website: WebsiteConfiguration;
}

type BucketScope = Pick<LocatedBucket, 'bucket' | 'there'>;

export const configOf = <K extends ConfigKind>({ bucket, there }: BucketScope, kind: K): Frozen<ConfigValues[K]> | undefined =>
  there.records(configs).get([bucket.name, kind]) as Frozen<ConfigValues[K]> | undefined;

export function putConfig<K extends ConfigKind>({ bucket, there }: BucketScope, kind: K, value: ConfigValues[K]): void {
  there.write((tx) => tx.put(there.records(configs), [bucket.name, kind], value));
}

export function deleteConfig({ bucket, there }: BucketScope, kind: ConfigKind): void {
  there.write((tx) => tx.delete(there.records(configs), [bucket.name, kind]));
}

/** A copy of the value with every Date in milliseconds. */
export function toPlain<T>(value: T): Plain<T> {
  if (value instanceof Date) return value.getTime() as Plain<T>;
  if (Array.isArray(value)) return value.map(toPlain) as Plain<T>;
  if (value === null || typeof value !== 'object') return value as Plain<T>;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlain(member)])) as Plain<T>;
}
