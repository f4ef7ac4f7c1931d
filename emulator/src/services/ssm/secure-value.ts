// Values of SecureString parameters: encrypted by a KMS key, with the parameter's ARN as context. Values that are too long for a key
// (advanced parameters) are encrypted here, under a data key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault } from '#model/ssm';
import { parameterArn } from './parameter-name.ts';
import type { ParameterTier, Sealed } from './state.ts';

export const DEFAULT_KEY = 'alias/aws/ssm';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const contextOf = (name: string, ctx: Ctx) => ({ PARAMETER_ARN: parameterArn(ctx, name) });

export async function seal(
  name: string,
  value: string,
  { keyId, tier }: { keyId: string; tier: ParameterTier },
  ctx: Ctx,
): Promise<Sealed> {
  return withKey(keyId, async () => {
    const EncryptionContext = contextOf(name, ctx);
    if (tier === 'Standard') {
      const { CiphertextBlob } = await ctx.call('kms', 'Encrypt', { KeyId: keyId, Plaintext: Buffer.from(value), EncryptionContext });
      return { bytes: new Uint8Array(CiphertextBlob ?? []) };
    }
    const key = await ctx.call('kms', 'GenerateDataKey', { KeyId: keyId, KeySpec: 'AES_256', EncryptionContext });
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.Plaintext as Uint8Array, nonce);
    const bytes = Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    return { bytes: new Uint8Array(bytes), dataKey: new Uint8Array(key.CiphertextBlob ?? []) };
  });
}

export async function unseal(name: string, { bytes, dataKey }: Frozen<Sealed>, keyId: string, ctx: Ctx): Promise<string> {
  return withKey(keyId, async () => {
    const { Plaintext } = await ctx.call('kms', 'Decrypt', { CiphertextBlob: dataKey ?? bytes, EncryptionContext: contextOf(name, ctx) });
    if (!dataKey) return Buffer.from(Plaintext ?? []).toString();
    const decipher = createDecipheriv(CIPHER, Plaintext as Uint8Array, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  });
}

/** The value in answers without decryption. */
export const sealedText = ({ bytes, dataKey }: Frozen<Sealed>): string =>
  Buffer.concat([dataKey ?? new Uint8Array(), bytes]).toString('base64');

/** Turns an error of KMS into InvalidKeyId. */
async function withKey<T>(keyId: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'NotImplementedException') throw error;
    throw fault('InvalidKeyId', error.message || `Invalid keyId ${keyId}`);
  }
}
