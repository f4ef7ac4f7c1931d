// The collections of user pools. Passwords are kept as what SRP needs of them: a salt and a verifier.
import { collection } from '#core/records';
import type {
  CreateUserPoolClientRequest,
  CreateUserPoolRequest,
  ResourceServerScopeType,
  SchemaAttributeType,
  SetUserPoolMfaConfigRequest,
  UpdateUserPoolRequest,
} from '#model/cognito-idp';

/** All that an update replaces, and the three settings that stay as they were created. */
export type PoolSettings = Omit<UpdateUserPoolRequest, 'UserPoolId' | 'UserPoolTags' | 'PoolName'> &
  Pick<CreateUserPoolRequest, 'AliasAttributes' | 'UsernameAttributes' | 'UsernameConfiguration'>;

/** `MfaConfiguration` is one of the settings of the pool. */
export type PoolMfa = Omit<SetUserPoolMfaConfigRequest, 'UserPoolId' | 'MfaConfiguration'>;

export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly settings: PoolSettings;
  readonly mfa: PoolMfa;
  /** Standard and custom attributes; the custom ones with their prefix. */
  readonly schema: readonly SchemaAttributeType[];
  readonly tags: Readonly<Record<string, string>>;
  /** Takes the place of the pool's name where a device signs in by SRP. */
  readonly deviceGroupKey: string;
  readonly domain?: string | undefined;
  readonly customDomain?: string | undefined;
}

export const pools = collection<[id: string], Pool>('cognito-idp.pools');

export type ClientSettings = Omit<CreateUserPoolClientRequest, 'UserPoolId' | 'ClientName' | 'GenerateSecret' | 'ClientSecret'>;

export interface ClientSecret {
  readonly id: string;
  readonly value: string;
  readonly createdMs: number;
}

export interface Client {
  readonly poolId: string;
  readonly id: string;
  readonly name: string;
  readonly settings: ClientSettings;
  /** The oldest first; two at most. */
  readonly secrets: readonly ClientSecret[];
  readonly createdMs: number;
  readonly modifiedMs: number;
}

export const clients = collection<[poolId: string, id: string], Client>('cognito-idp.clients');

export interface Owner {
  readonly account: string;
  readonly region: string;
  readonly poolId: string;
}

/** Requests without a signature name a client or bring a token, not an account: who owns what is known to all accounts and regions. */
export const owners = collection<[kind: 'pool' | 'client' | 'domain', id: string], Owner>('cognito-idp.owners', { global: true });

export interface Domain {
  readonly poolId: string;
  readonly domain: string;
  readonly version: number;
  readonly certificateArn?: string | undefined;
}

export const domains = collection<[domain: string], Domain>('cognito-idp.domains');

export interface ResourceServer {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly ResourceServerScopeType[];
}

export const resourceServers = collection<[poolId: string, identifier: string], ResourceServer>('cognito-idp.resource-servers');

export interface Group {
  readonly name: string;
  readonly description?: string | undefined;
  readonly roleArn?: string | undefined;
  readonly precedence?: number | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

export const groups = collection<[poolId: string, name: string], Group>('cognito-idp.groups');

export interface Membership {
  readonly sinceMs: number;
}

/** The members of groups, and the groups of users; users by their keys. */
export const groupUsers = collection<[poolId: string, group: string, userKey: string], Membership>('cognito-idp.group-users', {
  bulk: true,
});
export const userGroups = collection<[poolId: string, userKey: string, group: string], Membership>('cognito-idp.user-groups', {
  bulk: true,
});

export interface PasswordRecord {
  /** Hexadecimal. */
  readonly salt: string;
  readonly verifier: string;
}

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD' | 'EXTERNAL_PROVIDER';
export type MfaFactor = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP';

export interface User {
  readonly username: string;
  readonly sub: string;
  /** Without `sub`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: UserStatus;
  readonly enabled: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly password?: PasswordRecord | undefined;
  /** The end of a temporary password. */
  readonly passwordExpiresMs?: number | undefined;
  /** Earlier passwords, the latest first, as many as the policy remembers. */
  readonly history?: readonly PasswordRecord[] | undefined;
  readonly factors: readonly MfaFactor[];
  readonly preferredFactor?: MfaFactor | undefined;
  /** A passkey that verifies its user is enough where a second factor is required. */
  readonly isPasskeyEnough?: boolean | undefined;
  readonly totp?: { readonly secret: string; readonly verified: boolean; readonly name?: string | undefined } | undefined;
  /** A software token that is not verified yet. */
  readonly newTotpSecret?: string | undefined;
  /** The step of the last one-time password, which is taken once. */
  readonly totpStep?: number | undefined;
  readonly mfaOptions?:
    | readonly { readonly DeliveryMedium?: string | undefined; readonly AttributeName?: string | undefined }[]
    | undefined;
  readonly failures?: { readonly count: number; readonly untilMs: number } | undefined;
  /** New values of attributes that keep their old ones until they are verified. */
  readonly pending?: Readonly<Record<string, string>> | undefined;
}

/** By the username, in lower case where the pool does not tell cases apart. */
export const users = collection<[poolId: string, userKey: string], User>('cognito-idp.users', { bulk: true });

/** Other names of users: `sub`, and verified addresses where they are aliases. */
export const aliases = collection<[poolId: string, attribute: string, value: string], { readonly userKey: string }>('cognito-idp.aliases', {
  bulk: true,
});

/** A code that a user has been sent. */
export interface Code {
  readonly code: string;
  readonly expiresMs: number;
  readonly failures: number;
  /** The attribute whose address it went to, and which the code verifies. */
  readonly attribute: string;
}

/** `purpose`: `SignUp`, `ForgotPassword`, or the name of an attribute that is to be verified. */
export const codes = collection<[poolId: string, userKey: string, purpose: string], Code>('cognito-idp.codes', { bulk: true });

/** A message that the cloud would have sent. */
export interface SentMessage {
  readonly atMs: number;
  readonly username: string;
  readonly medium: 'EMAIL' | 'SMS';
  readonly to: string;
  readonly reason: string;
  readonly subject?: string | undefined;
  readonly text: string;
  readonly code?: string | undefined;
}

export const messages = collection<[poolId: string, number: number], SentMessage>('cognito-idp.messages');

export interface SigningKey {
  readonly kid: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** A key for ID tokens and one for access tokens. */
export interface PoolKeys {
  readonly id: SigningKey;
  readonly access: SigningKey;
}

export const poolKeys = collection<[poolId: string], PoolKeys>('cognito-idp.keys');

/** A sign-in: all tokens that come from it can be revoked together. */
export interface Grant {
  readonly clientId: string;
  readonly authMs: number;
  readonly expiresMs: number;
  readonly isRevoked: boolean;
  /** The scopes of a sign-in by the login page; absent where the API signed in. */
  readonly scopes?: readonly string[] | undefined;
  readonly deviceKey?: string | undefined;
  readonly nonce?: string | undefined;
}

export const grants = collection<[poolId: string, userKey: string, originJti: string], Grant>('cognito-idp.grants', { bulk: true });

export interface RefreshToken {
  readonly userKey: string;
  readonly originJti: string;
  readonly clientId: string;
  readonly expiresMs: number;
  /** Until when a token that was rotated is still taken. */
  readonly graceUntilMs?: number | undefined;
}

/** By the hash of the token: the store has no token that somebody could use. */
export const refreshTokens = collection<[poolId: string, hash: string], RefreshToken>('cognito-idp.refresh-tokens', { bulk: true });

export interface Device {
  readonly key: string;
  readonly name?: string | undefined;
  readonly password?: PasswordRecord | undefined;
  readonly isRemembered: boolean;
  /** The sign-in that made it has not been confirmed yet. */
  readonly isConfirmed: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly authenticatedMs: number;
  readonly address?: string | undefined;
}

export const devices = collection<[poolId: string, userKey: string, deviceKey: string], Device>('cognito-idp.devices', { bulk: true });

/** A step of a sign-in that waits for the client's answer. */
export interface Session {
  readonly clientId: string;
  /** Key of the user; absent for a name that nobody has, where the pool does not tell. */
  readonly userKey?: string | undefined;
  /** The name that the client gave. */
  readonly givenName: string;
  readonly expiresMs: number;
  readonly flow: 'PASSWORD' | 'SRP' | 'CUSTOM' | 'CHOICE';
  /** Names of challenges that may be answered now. */
  readonly expects: readonly string[];
  /** A remembered device, where the client names one. */
  readonly deviceKey?: string | undefined;
  readonly srp?: { readonly b: string; readonly B: string; readonly A: string; readonly password: PasswordRecord } | undefined;
  readonly custom?: CustomRounds | undefined;
  /** The one-time code that was sent. */
  readonly code?: string | undefined;
  readonly failures?: number | undefined;
  readonly isNewPassword?: boolean | undefined;
  /** The functions of a custom sign-in have decided: what follows is not theirs. */
  readonly isDecided?: boolean | undefined;
  /** The software token that is being set up. */
  readonly totp?: { readonly secret: string; readonly verified: boolean; readonly name?: string | undefined } | undefined;
  /** The challenge that a passkey signs. */
  readonly passkeyChallenge?: string | undefined;
}

export interface CustomRound {
  readonly challengeName: string;
  readonly challengeResult: boolean;
  readonly challengeMetadata?: string | undefined;
}

export interface CustomRounds {
  readonly past: readonly CustomRound[];
  /** The challenge that waits for its answer. */
  readonly name?: string | undefined;
  readonly metadata?: string | undefined;
  readonly privateParameters?: Readonly<Record<string, string>> | undefined;
}

export const sessions = collection<[poolId: string, id: string], Session>('cognito-idp.sessions', { bulk: true });
