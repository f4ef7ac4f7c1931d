// Reads SSH public keys of type RSA, as one line (`ssh-rsa AAAA…`) or as PEM, and converts between the two.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { fault } from '#model/iam';

const unreadable = () => fault('InvalidPublicKeyException', 'The public key is malformed or otherwise invalid.');
const wrongEncoding = () =>
  fault('UnrecognizedPublicKeyEncodingException', 'The public key encoding format is unsupported or unrecognized.');

export function readPublicKey(body: string): KeyObject {
  const text = body.trim();
  if (!text.startsWith('ssh-') && !text.startsWith('-----BEGIN')) throw wrongEncoding();
  const key = text.startsWith('ssh-') ? readLine(text) : readPem(text);
  if (key.asymmetricKeyType !== 'rsa') throw unreadable();
  return key;
}

function readPem(text: string): KeyObject {
  try {
    return createPublicKey(text);
  } catch {
    throw unreadable();
  }
}

function readLine(line: string): KeyObject {
  const [type, encoded = ''] = line.split(/\s+/);
  const [name, e, n] = fields(Buffer.from(encoded, 'base64'));
  if (type !== 'ssh-rsa' || !n || !e || name?.toString() !== 'ssh-rsa') throw unreadable();
  try {
    return createPublicKey({
      key: { kty: 'RSA', n: unsigned(n).toString('base64url'), e: unsigned(e).toString('base64url') },
      format: 'jwk',
    });
  } catch {
    throw unreadable();
  }
}

/** The fields of the wire form, each prefixed with its length. */
function fields(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + 4 + length > bytes.length) return [];
    found.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

const unsigned = (bytes: Buffer): Buffer => (bytes[0] === 0 ? bytes.subarray(1) : bytes);

function wire(key: KeyObject): Buffer {
  const { n = '', e = '' } = key.export({ format: 'jwk' });
  const positive = (text: string): Buffer => {
    const bytes = Buffer.from(text, 'base64url');
    return (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  };
  return Buffer.concat([Buffer.from('ssh-rsa'), positive(e), positive(n)].map((field) => Buffer.concat([lengthOf(field), field])));
}

function lengthOf(field: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(field.length);
  return length;
}

export const asLine = (key: KeyObject): string => `ssh-rsa ${wire(key).toString('base64')}`;
export const asPem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** MD5 of the wire form, as hexadecimal pairs. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('md5')
    .update(wire(key))
    .digest('hex')
    .replace(/(..)(?=.)/g, '$1:');
