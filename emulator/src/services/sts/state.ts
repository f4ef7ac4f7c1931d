// The collections of STS: the session behind each pair of temporary credentials, and the keys that sign identity tokens.
import { collection } from '#core/records';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export interface Session {
  readonly kind: 'assumed-role' | 'federated-user' | 'user' | 'account';
  readonly arn: string;
  readonly userId: string;
  readonly expiresMs: number;
  /** Absent in sessions stored by earlier versions: their signatures are never verified. */
  readonly secret?: string | undefined;
  readonly token?: string | undefined;
  /** Present in role sessions. */
  readonly roleArn?: string | undefined;
  readonly name?: string | undefined;
  /** The user who asked for a federated session, and whose policies limit it. Absent where the account itself did. */
  readonly issuerArn?: string | undefined;
  readonly sourceIdentity?: string | undefined;
  readonly tags: readonly Tag[];
  /** Keys of the tags that are passed on when this session assumes another role. */
  readonly transitiveKeys: readonly string[];
  readonly policy?: string | undefined;
  readonly policyArns: readonly string[];
  /** The MFA device whose code was given for this session. */
  readonly mfaSerial?: string | undefined;
}

/** Keyed by access key id, in the account of the credentials. */
export const sessions = collection<[accessKeyId: string], Session>('sts.sessions', { global: true });

export interface SigningKey {
  readonly kid: string;
  /** In PEM (PKCS #8). */
  readonly privateKey: string;
}
export const signingKeys = collection<[algorithm: string], SigningKey>('sts.signing-keys', { global: true });
