// Holders of keys, and the policies that say what they may do. Services that make keys and keep identities find them (`accessKeys`, `identities` in manifests).
import type { Ctx } from '#core/ctx';

/** A policy document with the name by which a person finds it: its ARN, or `inline policy read of role orders`. */
export interface PolicySource {
  readonly source: string;
  /** Undefined for a managed policy of the cloud that is known by name alone: it allows nothing. */
  readonly text: string | undefined;
}

/** The holder of an access key. */
export interface KeyHolder {
  readonly kind: 'account' | 'user' | 'assumed-role' | 'federated-user';
  /** As refusals name it. */
  readonly arn: string;
  /** `AIDA…`, `AROA…:session`. */
  readonly userId: string;
  /** The user or role whose policies count; undefined for the account itself. */
  readonly identityArn?: string | undefined;
  /** Has all rights of its account, which only the policies of the session limit. */
  readonly hasAllRights?: boolean | undefined;
  readonly isActive: boolean;
  readonly expiresMs?: number | undefined;
  /** Must come with the request. */
  readonly sessionToken?: string | undefined;
  /** Policies that were handed over with the session: its text, and ARNs of managed ones. */
  readonly sessionPolicy?: string | undefined;
  readonly sessionPolicyArns?: readonly string[] | undefined;
  readonly tags?: readonly { readonly Key: string; readonly Value: string }[] | undefined;
  readonly sourceIdentity?: string | undefined;
  readonly hasMfa?: boolean | undefined;
}

/** The holder of a key in the account of `ctx`; undefined where this service made no such key. */
export type FindKeyHolder = (accessKeyId: string, ctx: Ctx) => KeyHolder | undefined;

/** The policies of a user or role. */
export interface AttachedPolicies {
  readonly arn: string;
  readonly id: string;
  readonly name: string;
  readonly policies: readonly PolicySource[];
  readonly boundary?: PolicySource | undefined;
  readonly tags: readonly { readonly Key: string; readonly Value: string }[];
  /** It belongs to a service of the cloud, which has all rights that it needs. */
  readonly isServiceLinked: boolean;
}

/** Finds identities, in their account. */
export interface Identities {
  /** By the ARN of a user or role, with its path or without. */
  policiesOf(arn: string, ctx: Ctx): AttachedPolicies | undefined;
  managedPolicy(arn: string, ctx: Ctx): PolicySource | undefined;
  /** A key was used: told so that its last use can be shown. */
  noteUse(accessKeyId: string, service: string, region: string, ctx: Ctx): void;
}
