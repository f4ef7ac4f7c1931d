// What the parameter store remembers. A parameter is its name; all that changes with a value stands with its version.
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
  /** A list: a tag may be called `__proto__`. */
  readonly tags: readonly Tag[];
}

/** Encrypted: by a key itself, or by a data key that the key encrypted. */
export interface Sealed {
  readonly bytes: Uint8Array;
  readonly dataKey?: Uint8Array | undefined;
}

export interface ParameterPolicy {
  readonly type: string;
  /** As given. */
  readonly text: string;
}

export interface Version {
  readonly version: number;
  readonly value: string | Sealed;
  readonly tier: ParameterTier;
  readonly dataType: string;
  readonly description?: string | undefined;
  readonly allowedPattern?: string | undefined;
  /** Of the key, as given. */
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
  /** As given. */
  readonly document: string;
}

export const parameters = collection<[name: string], Parameter>('ssm.parameters');
export const versions = collection<[name: string, version: number], Version>('ssm.versions');
export const resourcePolicies = collection<[name: string, id: string], ResourcePolicy>('ssm.resource-policies');
