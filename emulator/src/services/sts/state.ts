// What STS remembers: who each pair of temporary credentials speaks for, and the keys that sign identity tokens.
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
  /** Absent in sessions of versions that did not keep it: nothing that they signed is verified. */
  readonly secret?: string | undefined;
  readonly token?: string | undefined;
  /** Of role sessions. */
  readonly roleArn?: string | undefined;
  readonly name?: string | undefined;
  readonly sourceIdentity?: string | undefined;
  readonly tags: readonly Tag[];
  /** Keys of tags that go on when this session assumes another role. */
  readonly transitiveKeys: readonly string[];
  readonly policy?: string | undefined;
  readonly policyArns: readonly string[];
  /** The session was made with a code of this MFA device. */
  readonly mfaSerial?: string | undefined;
}

/** By access key id, in the account that the credentials are for. */
export const sessions = collection<[accessKeyId: string], Session>('sts.sessions', { global: true });

export interface SigningKey {
  readonly kid: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}
export const signingKeys = collection<[algorithm: string], SigningKey>('sts.signing-keys', { global: true });
