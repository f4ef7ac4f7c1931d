// The collections of IAM. Names are unique in any case, hence the lower-case keys. Policies, keys and tags of an identity are stored
// under its unique id, so that renaming moves a single record.
import { type BlobRef, collection, type Frozen } from '#core/records';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

interface IdentityBase {
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly createdMs: number;
}

export interface User extends IdentityBase {
  readonly kind: 'user';
  readonly tags: readonly Tag[];
  /** ARN of the permissions boundary. */
  readonly boundary?: string | undefined;
}
export interface Group extends IdentityBase {
  readonly kind: 'group';
}
export interface Role extends IdentityBase {
  readonly kind: 'role';
  readonly tags: readonly Tag[];
  readonly boundary?: string | undefined;
  /** The trust policy, verbatim. */
  readonly trustPolicy: string;
  readonly description?: string | undefined;
  readonly maxSessionSeconds: number;
  /** The service that a service-linked role belongs to. */
  readonly linkedService?: string | undefined;
}

export type Identity = User | Group | Role;
export type Kind = Identity['kind'];
export type IdentityOf<K extends Kind> = Extract<Identity, { kind: K }>;
export type FoundUser = Frozen<User>;
export type FoundRole = Frozen<Role>;

const EVERYWHERE = { global: true };

export const identities = collection<[kind: Kind, name: string], Identity>('iam.identities', EVERYWHERE);
/** From unique id to name: finds the owner of what is stored under an id. */
export const identityNames = collection<[id: string], { kind: Kind; name: string }>('iam.identity-names', EVERYWHERE);

export interface InlinePolicy {
  readonly name: string;
  readonly document: string;
}
export const inlinePolicies = collection<[ownerId: string, name: string], InlinePolicy>('iam.inline-policies', EVERYWHERE);

export interface Policy extends IdentityBase {
  readonly description?: string | undefined;
  readonly updatedMs: number;
  readonly defaultVersion: number;
  readonly lastVersion: number;
  readonly tags: readonly Tag[];
}
export const policies = collection<[name: string], Policy>('iam.policies', EVERYWHERE);

export interface PolicyVersion {
  readonly version: number;
  readonly document: string;
  readonly createdMs: number;
}
export const policyVersions = collection<[policyId: string, version: number], PolicyVersion>('iam.policy-versions', EVERYWHERE);

export const attachments = collection<[ownerId: string, policyArn: string], { arn: string }>('iam.attachments', EVERYWHERE);
export type Usage = 'attached' | 'boundary';
/** The reverse index: the identities that use a policy, and as what. */
export const policyUses = collection<[policyArn: string, usage: Usage, ownerId: string], { ownerId: string }>(
  'iam.policy-uses',
  EVERYWHERE,
);

export const groupMembers = collection<[groupId: string, userId: string], { userId: string }>('iam.group-members', EVERYWHERE);
export const userGroups = collection<[userId: string, groupId: string], { groupId: string }>('iam.user-groups', EVERYWHERE);

export interface InstanceProfile extends IdentityBase {
  readonly tags: readonly Tag[];
  readonly roleId?: string | undefined;
}
export const instanceProfiles = collection<[name: string], InstanceProfile>('iam.instance-profiles', EVERYWHERE);
export const roleProfiles = collection<[roleId: string, profileName: string], { name: string }>('iam.role-profiles', EVERYWHERE);

export type Status = 'Active' | 'Inactive' | 'Expired';

export interface AccessKey {
  readonly id: string;
  readonly userId: string;
  readonly secret: string;
  readonly status: Status;
  readonly createdMs: number;
}
export const accessKeys = collection<[userId: string, id: string], AccessKey>('iam.access-keys', EVERYWHERE);
export const accessKeyOwners = collection<[id: string], { userId: string }>('iam.access-key-owners', EVERYWHERE);

/** The password is stored as a salted hash. */
export interface LoginProfile {
  readonly createdMs: number;
  readonly changedMs: number;
  readonly salt: string;
  readonly hash: string;
  readonly resetRequired: boolean;
  /** Hashes of earlier passwords, newest first, as many as a policy can forbid to reuse. */
  readonly earlier: readonly { salt: string; hash: string }[];
}
export const loginProfiles = collection<[userId: string], LoginProfile>('iam.login-profiles', EVERYWHERE);

export interface PasswordPolicy {
  readonly MinimumPasswordLength: number;
  readonly RequireSymbols: boolean;
  readonly RequireNumbers: boolean;
  readonly RequireUppercaseCharacters: boolean;
  readonly RequireLowercaseCharacters: boolean;
  readonly AllowUsersToChangePassword: boolean;
  readonly ExpirePasswords: boolean;
  readonly MaxPasswordAge?: number | undefined;
  readonly PasswordReusePrevention?: number | undefined;
  readonly HardExpiry?: boolean | undefined;
}

export interface Account {
  readonly alias?: string | undefined;
  readonly passwordPolicy?: PasswordPolicy | undefined;
  readonly globalTokenVersion?: 'v1Token' | 'v2Token' | undefined;
  /** The issuer of outbound web identity tokens: created once, never changed. */
  readonly issuerId?: string | undefined;
  readonly issuing?: boolean | undefined;
  readonly credentialReport?: { readonly atMs: number; readonly blob: BlobRef } | undefined;
}
/** One record per account. */
export const accounts = collection<[what: 'account'], Account>('iam.accounts', EVERYWHERE);

export interface MfaDevice {
  readonly serial: string;
  /** The base-32 seed of a virtual device. */
  readonly seed?: string | undefined;
  readonly userId?: string | undefined;
  readonly enabledMs?: number | undefined;
  readonly tags: readonly Tag[];
}
export const mfaDevices = collection<[serial: string], MfaDevice>('iam.mfa-devices', EVERYWHERE);
export const userDevices = collection<[userId: string, serial: string], { serial: string }>('iam.user-devices', EVERYWHERE);

export interface SigningCertificate {
  readonly id: string;
  readonly body: string;
  readonly status: Status;
  readonly uploadedMs: number;
}
export const signingCertificates = collection<[userId: string, id: string], SigningCertificate>('iam.signing-certificates', EVERYWHERE);

export interface SshKey {
  readonly id: string;
  /** The certificate as uploaded. */
  readonly body: string;
  readonly fingerprint: string;
  readonly status: Status;
  readonly uploadedMs: number;
}
export const sshKeys = collection<[userId: string, id: string], SshKey>('iam.ssh-keys', EVERYWHERE);

export interface ServiceCredential {
  readonly id: string;
  readonly serviceName: string;
  /** The user name, or the alias where the service takes bearer keys. */
  readonly login: string;
  readonly status: Status;
  readonly createdMs: number;
  readonly expiresMs?: number | undefined;
}
export const serviceCredentials = collection<[userId: string, id: string], ServiceCredential>('iam.service-credentials', EVERYWHERE);
export const serviceCredentialOwners = collection<[id: string], { userId: string }>('iam.service-credential-owners', EVERYWHERE);

export interface ServerCertificate extends IdentityBase {
  readonly body: string;
  readonly chain?: string | undefined;
  readonly privateKey: string;
  readonly expiresMs: number;
  readonly tags: readonly Tag[];
}
export const serverCertificates = collection<[name: string], ServerCertificate>('iam.server-certificates', EVERYWHERE);

export interface OidcProvider {
  readonly arn: string;
  readonly url: string;
  readonly clientIds: readonly string[];
  readonly thumbprints: readonly string[];
  readonly createdMs: number;
  readonly tags: readonly Tag[];
}
export const oidcProviders = collection<[arn: string], OidcProvider>('iam.oidc-providers', EVERYWHERE);

export interface SamlProvider {
  readonly arn: string;
  readonly uuid: string;
  /** A blob, since metadata may be 10 MB. */
  readonly metadata: BlobRef;
  readonly createdMs: number;
  readonly validUntilMs: number;
  readonly encryption?: 'Required' | 'Allowed' | undefined;
  readonly keys: readonly { readonly id: string; readonly addedMs: number; readonly pem: string }[];
  readonly tags: readonly Tag[];
}
export const samlProviders = collection<[arn: string], SamlProvider>('iam.saml-providers', EVERYWHERE);

export const deletionTasks = collection<[id: string], { id: string; status: 'SUCCEEDED' }>('iam.deletion-tasks', EVERYWHERE);
