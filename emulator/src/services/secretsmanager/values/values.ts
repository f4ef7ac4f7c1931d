// Encrypts and decrypts secret values under a data key of KMS. ARN and version are bound to the ciphertext.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault } from '#model/secretsmanager';
import { invalidParameter } from '#services/secretsmanager/faults';
import type { StoredValue } from '#services/secretsmanager/state';

export const OWN_KEY = 'alias/aws/secretsmanager';
const NONCE_BYTES = 12;

/** A value as clients send and receive it. */
export interface PlainValue {
  readonly SecretString?: string | undefined;
  readonly SecretBinary?: Uint8Array | undefined;
}

/** The secret and version that a value belongs to. */
export interface SecretVersionRef {
  readonly arn: string;
  readonly versionId: string;
}

/** The value of a request; undefined if it has none. Throws if it has two. */
export function givenValue({ SecretString, SecretBinary }: PlainValue): PlainValue | undefined {
  if (SecretString !== undefined && SecretBinary !== undefined)
    throw invalidParameter("You can't specify both a binary secret value and a string secret value in the same secret.");
  if (SecretString !== undefined) return { SecretString };
  return SecretBinary === undefined ? undefined : { SecretBinary };
}

const context = ({ arn, versionId }: SecretVersionRef) => ({ SecretARN: arn, SecretVersionId: versionId });

/** Equal for equal values of the same version: identifies repeated requests. */
const digestOf = (kind: string, versionId: string, bytes: Uint8Array): string =>
  createHash('sha256').update(`${kind} ${versionId} `).update(bytes).digest('base64');

export async function sealValue(kmsKeyId: string | undefined, place: SecretVersionRef, value: PlainValue, ctx: Ctx): Promise<StoredValue> {
  const kind = value.SecretString === undefined ? 'binary' : 'string';
  const bytes = value.SecretBinary ?? Buffer.from(value.SecretString!);
  const input = { KeyId: kmsKeyId ?? OWN_KEY, KeySpec: 'AES_256' as const, EncryptionContext: context(place) };
  const { Plaintext, CiphertextBlob, KeyId } = await ctx.call('kms', 'GenerateDataKey', input).catch(refusedToEncrypt);
  const nonce = Uint8Array.from(randomBytes(NONCE_BYTES));
  const cipher = createCipheriv('aes-256-gcm', Plaintext!, nonce);
  const body = Uint8Array.from(Buffer.concat([cipher.update(bytes), cipher.final()]));
  const sealed = { dataKey: CiphertextBlob!, nonce, tag: Uint8Array.from(cipher.getAuthTag()), body };
  return {
    kind,
    sealed,
    digest: digestOf(kind, place.versionId, bytes),
    ...(kmsKeyId !== undefined && kmsKeyId !== OWN_KEY && { kmsKeyId: KeyId! }),
  };
}

export async function openValue(place: SecretVersionRef, { kind, sealed }: Frozen<StoredValue>, ctx: Ctx): Promise<PlainValue> {
  const input = { CiphertextBlob: sealed.dataKey, EncryptionContext: context(place) };
  const { Plaintext } = await ctx.call('kms', 'Decrypt', input).catch(refusedToDecrypt);
  const decipher = createDecipheriv('aes-256-gcm', Plaintext!, sealed.nonce).setAuthTag(sealed.tag);
  const bytes = Buffer.concat([decipher.update(sealed.body), decipher.final()]);
  return kind === 'string' ? { SecretString: bytes.toString() } : { SecretBinary: Uint8Array.from(bytes) };
}

function refusedToEncrypt(error: unknown): never {
  if (!(error instanceof Fault)) throw error;
  const advice = 'Check that the KMS key is available, enabled, and not in an invalid state.';
  throw fault(
    'EncryptionFailure',
    `Secrets Manager can't encrypt the protected secret text using the provided KMS key. ${advice} (${error.code}: ${error.message})`,
  );
}

function refusedToDecrypt(error: unknown): never {
  if (!(error instanceof Fault)) throw error;
  throw fault(
    'DecryptionFailure',
    `Secrets Manager can't decrypt the protected secret text using the provided KMS key. (${error.code}: ${error.message})`,
  );
}
