// The collections of the parameter store. A record has the name and tags; properties that change with a value are in its version.
import { collection } from '#core/records';

export type ParameterType = 'String' | 'StringList' | 'SecureString';
export type ParameterTier = 'Standard' | 'Advanced';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly latest: number;
  readonly oldest: number;
  /** A list rather than an object: a tag may be called `__proto__`. */
  readonly tags: readonly Tag[];
}

/** Encrypted by a KMS key itself, or by a data key that the KMS key encrypted. */
export interface Sealed {
  readonly bytes: Uint8Array;
  readonly dataKey?: Uint8Array | undefined;
}

export interface ParameterPolicy {
  readonly type: string;
  /** The text as given. */
  readonly text: string;
}

export interface Version {
  readonly version: number;
  readonly value: string | Sealed;
  readonly tier: ParameterTier;
  readonly dataType: string;
  readonly description?: string | undefined;
  readonly allowedPattern?: string | undefined;
  /** The key's id as given. */
  readonly keyId?: string | undefined;
  readonly policies: readonly ParameterPolicy[];
  readonly expiryMs?: number | undefined;
  readonly modifiedMs: number;
  readonly modifiedBy: string;
  readonly labels: readonly string[];
}

export interface ResourcePolicy {
  readonly id: string;
  readonly hash: string;
  /** The text as given. */
  readonly document: string;
}

export const parameters = collection<[name: string], Parameter>('ssm.parameters');
export const versions = collection<[name: string, version: number], Version>('ssm.versions');
export const resourcePolicies = collection<[name: string, id: string], ResourcePolicy>('ssm.resource-policies');
