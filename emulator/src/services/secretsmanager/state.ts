// What the secrets service remembers. Values are sealed under keys of the key service; nothing here can be read without it.
import { collection } from '#core/records';

export interface RotationRules {
  readonly AutomaticallyAfterDays?: number;
  readonly Duration?: string;
  readonly ScheduleExpression?: string;
}

export interface Rotation {
  readonly enabled: boolean;
  readonly functionArn: string;
  /** As they were given. */
  readonly rules: RotationRules;
  readonly startedMs: number;
  readonly nextMs?: number;
}

export interface Replica {
  readonly region: string;
  readonly kmsKeyId?: string;
  readonly overwrite: boolean;
  readonly status: 'InProgress' | 'InSync' | 'Failed';
  readonly message?: string;
}

export interface Secret {
  readonly name: string;
  /** Six random characters at the end of its ARN. */
  readonly suffix: string;
  readonly description?: string;
  /** As given; absent: the key that the service has in each account. */
  readonly kmsKeyId?: string;
  readonly type?: string;
  readonly createdMs: number;
  readonly changedMs: number;
  /** The day it was last read. */
  readonly accessedMs?: number;
  readonly rotatedMs?: number;
  /** When it was marked for deletion, and when it goes. */
  readonly deletedMs?: number;
  readonly deletionMs?: number;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
  /** Which version a staging label is on. */
  readonly stages: Readonly<Record<string, string>>;
  readonly versionCount: number;
  /** Verbatim. */
  readonly policy?: string;
  readonly rotation?: Rotation;
  readonly replicas: readonly Replica[];
  /** Set on replicas, and on primaries that have any. */
  readonly primaryRegion?: string;
}

/** Encrypted under a data key, which is itself encrypted under a key of the key service. */
export interface Sealed {
  readonly dataKey: Uint8Array;
  readonly nonce: Uint8Array;
  readonly tag: Uint8Array;
  readonly body: Uint8Array;
}

export interface StoredValue {
  readonly kind: 'string' | 'binary';
  readonly sealed: Sealed;
  /** Tells whether a repeated request brings the same value. */
  readonly digest: string;
  /** ID of the key that sealed it; absent: the service's own. */
  readonly kmsKeyId?: string;
}

export interface Version {
  readonly id: string;
  readonly createdMs: number;
  readonly accessedMs?: number;
  /** Absent in a version that a rotation has made room for. */
  readonly value?: StoredValue;
}

export const secrets = collection<[name: string], Secret>('secretsmanager.secrets');
/** In the order in which they were made. */
export const secretsByCreation = collection<[createdMs: number, name: string], { name: string }>('secretsmanager.by-creation');
export const versions = collection<[name: string, id: string], Version>('secretsmanager.versions', { bulk: true });
export const versionsByAge = collection<[name: string, createdMs: number, id: string], { id: string }>('secretsmanager.versions-by-age', {
  bulk: true,
});
