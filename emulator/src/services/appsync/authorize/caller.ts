// Callers of an API: each was let in by one of its ways of authorization.
import type { ServedRequest } from '#core/authorization/served-request';

export type AuthorizationMode = 'API_KEY' | 'AWS_IAM' | 'OPENID_CONNECT' | 'AMAZON_COGNITO_USER_POOLS' | 'AWS_LAMBDA';

export interface ApiCaller {
  readonly mode: AuthorizationMode;
  /** `ctx.identity` of resolvers. */
  readonly identity: Readonly<Record<string, unknown>> | null;
  /** Groups of a user of a pool. */
  readonly groups: readonly string[];
  /** Fields that an authorizer denies: `Type.field`. */
  readonly deniedFields: ReadonlySet<string>;
  /** The answer for fields that nothing is said of, where the API is of user pools. */
  readonly defaultAction: 'ALLOW' | 'DENY';
  /** The key that signed the request, and the request. */
  readonly signer?: Pick<ServedRequest, 'accessKeyId' | 'headers' | 'remoteAddress'> | undefined;
}

/** As `util.authType()` names them. */
export const AUTH_TYPES: Readonly<Record<AuthorizationMode, string>> = {
  API_KEY: 'API Key Authorization',
  AWS_IAM: 'IAM Authorization',
  OPENID_CONNECT: 'Open ID Connect Authorization',
  AMAZON_COGNITO_USER_POOLS: 'User Pool Authorization',
  AWS_LAMBDA: 'Lambda Authorization',
};

/** A request is not let in. The status is 401. */
export class Unauthorized extends Error {
  /** Told to the person who runs the emulator, where it says more than the message. */
  readonly reason: string;

  constructor(message: string, reason = message) {
    super(message);
    this.reason = reason;
  }
}
