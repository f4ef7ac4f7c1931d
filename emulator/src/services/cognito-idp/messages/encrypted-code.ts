// The code that a custom sender gets: a message of the AWS Encryption SDK (format 1, suite 0x0178, one frame of any length), with a data key of the pool's key.
// https://docs.aws.amazon.com/encryption-sdk/latest/developer-guide/message-format.html
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { invalid } from '#services/cognito-idp/faults';
import type { Pool } from '#services/cognito-idp/state';

const SUITE = number(0x0178, 2);
const IV_LENGTH = 12;
const BODY = 'AWSKMSEncryptionClient Single Block';

function number(value: number, bytes: 2 | 4 | 8): Buffer {
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(value, bytes === 8 ? 2 : 0, bytes === 8 ? 6 : bytes);
  return written;
}
const counted = (content: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([number(bytes.length, 2), bytes]);
};

function sealed(
  key: Uint8Array,
  iv: Uint8Array,
  associated: Uint8Array,
  plain: Uint8Array,
): { readonly text: Buffer; readonly tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(associated);
  return { text: Buffer.concat([cipher.update(plain), cipher.final()]), tag: cipher.getAuthTag() };
}

/** In base64. */
export async function encryptedCode(code: string, { id, settings }: Frozen<Pool>, clientId: string, ctx: Ctx): Promise<string> {
  const KeyId = settings.LambdaConfig?.KMSKeyID;
  if (KeyId === undefined) throw invalid('LambdaConfig needs KMSKeyID where it has a custom sender.');
  const context: Record<string, string> = { 'userpool-id': id, 'client-id': clientId };
  const {
    Plaintext,
    CiphertextBlob,
    KeyId: keyArn,
  } = await ctx.call(
    'kms',
    'GenerateDataKey',
    { KeyId, KeySpec: 'AES_256', EncryptionContext: context },
    { region: KeyId.split(':')[3] || ctx.region, account: KeyId.split(':')[4] || ctx.account },
  );
  return encryptionMessage(Buffer.from(code), context, { keyArn: keyArn ?? KeyId, plaintext: Plaintext!, blob: CiphertextBlob! });
}

interface DataKey {
  readonly keyArn: string;
  readonly plaintext: Uint8Array;
  readonly blob: Uint8Array;
}

function encryptionMessage(plain: Uint8Array, context: Readonly<Record<string, string>>, { keyArn, plaintext, blob }: DataKey): string {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  const associated = Buffer.concat([number(pairs.length, 2), ...pairs.flatMap(([name, value]) => [counted(name), counted(value)])]);
  const id = randomBytes(16);
  const header = Buffer.concat([
    Buffer.of(1, 0x80), // version 1, authenticated data of a customer
    SUITE,
    id,
    counted(associated),
    number(1, 2),
    counted('aws-kms'),
    counted(keyArn),
    counted(blob),
    Buffer.of(1), // the content is one piece
    number(0, 4),
    Buffer.of(IV_LENGTH),
    number(0, 4),
  ]);
  const key = Buffer.from(hkdfSync('sha256', plaintext, Buffer.alloc(0), Buffer.concat([SUITE, id]), 32));
  const none = Buffer.alloc(IV_LENGTH);
  const iv = Buffer.concat([Buffer.alloc(8), number(1, 4)]);
  const length = number(plain.length, 8);
  const body = sealed(key, iv, Buffer.concat([id, Buffer.from(BODY), number(1, 4), length]), plain);
  return Buffer.concat([header, none, sealed(key, none, header, Buffer.alloc(0)).tag, iv, length, body.text, body.tag]).toString('base64');
}
