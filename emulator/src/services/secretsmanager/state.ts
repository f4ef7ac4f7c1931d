// The collections of Secrets Manager. Values are encrypted under keys of KMS and cannot be read without it.
import type { Trace } from '#core/call';
import { collection } from '#core/records';

export interface RotationRules {
  readonly AutomaticallyAfterDays?: number;
  readonly Duration?: string;
  readonly ScheduleExpression?: string;
}

export interface Rotation {
  readonly enabled: boolean;
  readonly functionArn: string;
  /** The rules as given. */
  readonly rules: RotationRules;
  readonly startedMs: number;
  readonly nextMs?: number;
  /** Trace of the request, or of the due time, with which the last rotation began. */
  readonly trace?: Trace;
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
  /** Six random characters at the end of the ARN. */
  readonly suffix: string;
  readonly description?: string;
  /** The key as given; absent for the service's own key in the account. */
  readonly kmsKeyId?: string;
  readonly type?: string;
  /** The service that made the secret and manages it: `events`. */
  readonly owner?: string;
  readonly createdMs: number;
  readonly changedMs: number;
  /** The day of the last read. */
  readonly accessedMs?: number;
  readonly rotatedMs?: number;
  /** When it was marked for deletion, and when it will be deleted. */
  readonly deletedMs?: number;
  readonly deletionMs?: number;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
  /** Its tags were changed since it was created: answers show even an empty list of them. */
  readonly wasTagged?: true | undefined;
  /** The version id of each staging label. */
  readonly stages: Readonly<Record<string, string>>;
  readonly versionCount: number;
  /** The text, verbatim. */
  readonly policy?: string;
  readonly rotation?: Rotation;
  readonly replicas: readonly Replica[];
  /** Set on replicas, and on primaries that have replicas. */
  readonly primaryRegion?: string;
}

/** A value encrypted under a data key, which is itself encrypted under a KMS key. */
export interface Sealed {
  readonly dataKey: Uint8Array;
  readonly nonce: Uint8Array;
  readonly tag: Uint8Array;
  readonly body: Uint8Array;
}

export interface StoredValue {
  readonly kind: 'string' | 'binary';
  readonly sealed: Sealed;
  /** Compared to tell whether a repeated request has the same value. */
  readonly digest: string;
  /** The id of the key that encrypted it; absent for the service's own key. */
  readonly kmsKeyId?: string;
}

export interface Version {
  readonly id: string;
  readonly createdMs: number;
  readonly accessedMs?: number;
  /** Absent in a version that a rotation has only prepared. */
  readonly value?: StoredValue;
}

export const secrets = collection<[name: string], Secret>('secretsmanager.secrets');
/** Secrets in the order of creation. */
export const secretsByCreation = collection<[createdMs: number, name: string], { name: string }>('secretsmanager.by-creation');
export const versions = collection<[name: string, id: string], Version>('secretsmanager.versions', { bulk: true });
export const versionsByAge = collection<[name: string, createdMs: number, id: string], { id: string }>('secretsmanager.versions-by-age', {
  bulk: true,
});
