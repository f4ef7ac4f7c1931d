// The ciphertext of symmetric keys: AES-256-GCM in a form of our own. It names account, key and material, so Decrypt needs no key id.
//
//   0  form (1)   1  flags (1: multi-Region)   2  account (6 bytes, two digits each)   8  key id (16)   24  material id (32)
//   56 nonce (12)   68 tag (16)   84 encrypted bytes
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const FORM = 1;
const MULTI_REGION = 1;
const [ID_AT, MATERIAL_AT, NONCE_AT, TAG_AT, BODY_AT] = [8, 24, 56, 68, 84];
const MULTI_REGION_PREFIX = 'mrk-';

/** The part of a ciphertext that is not encrypted. */
export interface SealedHeader {
  readonly account: string;
  readonly keyId: string;
  readonly materialId: string;
}

export type EncryptionContext = Readonly<Record<string, string>>;

export function seal(header: SealedHeader, secret: Uint8Array, plaintext: Uint8Array, context: EncryptionContext): Uint8Array {
  const head = writeHeader(header);
  const nonce = randomBytes(TAG_AT - NONCE_AT);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(authenticated(head, context));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Uint8Array.from(Buffer.concat([head, nonce, cipher.getAuthTag(), body]));
}

/** The plaintext; undefined if the bytes were not sealed by this key with this context. */
export function unseal(blob: Uint8Array, secret: Uint8Array, context: EncryptionContext): Uint8Array | undefined {
  const bytes = Buffer.from(blob);
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(NONCE_AT, TAG_AT));
  decipher.setAAD(authenticated(bytes.subarray(0, NONCE_AT), context)).setAuthTag(bytes.subarray(TAG_AT, BODY_AT));
  const plain = decipher.update(bytes.subarray(BODY_AT));
  try {
    return Uint8Array.from(Buffer.concat([plain, decipher.final()]));
  } catch {
    return undefined;
  }
}

/** The header; undefined if the bytes are not a ciphertext in our form. */
export function readHeader(blob: Uint8Array): SealedHeader | undefined {
  const bytes = Buffer.from(blob);
  if (bytes.length < BODY_AT || bytes[0] !== FORM) return undefined;
  const account = bytes.toString('hex', 2, ID_AT);
  const id = bytes.toString('hex', ID_AT, MATERIAL_AT);
  const keyId = bytes[1] === MULTI_REGION ? MULTI_REGION_PREFIX + id : id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { account, keyId, materialId: bytes.toString('hex', MATERIAL_AT, NONCE_AT) };
}

function writeHeader({ account, keyId, materialId }: SealedHeader): Buffer {
  const multiRegion = keyId.startsWith(MULTI_REGION_PREFIX);
  const id = keyId.slice(multiRegion ? MULTI_REGION_PREFIX.length : 0).replaceAll('-', '');
  const flags = Buffer.from([FORM, multiRegion ? MULTI_REGION : 0]);
  return Buffer.concat([flags, Buffer.from(account + id + materialId, 'hex')]);
}

/** The authenticated data: the header and the context with its pairs sorted. Length prefixes keep the pairs apart. */
function authenticated(head: Uint8Array, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([head, ...pairs.flat().flatMap(lengthAndText)]);
}

function lengthAndText(text: string): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return [length, Buffer.from(text)];
}
