// An authenticator of the test's own: ES256 keys, attestation `none`, answers in the form of `PublicKeyCredential.toJSON()`.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const b64 = (data: Buffer): string => data.toString('base64url');

/** CBOR of what the test needs: small integers, texts and bytes below 64 KB, and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as string)])]);
}

export interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin?: string;
  readonly type?: string;
  /** User present and verified. */
  readonly flags?: number;
  readonly counter?: number;
}

export class Authenticator {
  readonly id: Buffer = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #cose: Buffer;
  counter = 0;

  constructor(algorithm: 'ES256' | 'RS256' = 'ES256') {
    const made =
      algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#privateKey = made.privateKey;
    const jwk = made.publicKey.export({ format: 'jwk' });
    const bytes = (text = ''): Buffer => Buffer.from(text, 'base64url');
    this.#cose = cbor(
      new Map<number, unknown>(
        algorithm === 'ES256'
          ? [
              [1, 2],
              [3, -7],
              [-1, 1],
              [-2, bytes(jwk.x)],
              [-3, bytes(jwk.y)],
            ]
          : [
              [1, 3],
              [3, -257],
              [-1, bytes(jwk.n)],
              [-2, bytes(jwk.e)],
            ],
      ),
    );
  }

  #clientData(type: string, { challenge, origin, rpId, type: other }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type: other ?? type, challenge, origin: origin ?? `https://${rpId}`, crossOrigin: false }));
  }

  #data({ rpId, flags = 0x05, counter }: Ceremony, more = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? ++this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | (more.length > 0 ? 0x40 : 0)]), count, more]);
  }

  create(ceremony: Ceremony) {
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const authData = this.#data(ceremony, Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose]));
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const response = {
      clientDataJSON: b64(this.#clientData('webauthn.create', ceremony)),
      attestationObject: b64(attestationObject),
      transports: ['internal', 'hybrid'],
    };
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response,
      clientExtensionResults: {},
    };
  }

  get(ceremony: Ceremony, userHandle?: string): string {
    const clientData = this.#clientData('webauthn.get', ceremony);
    const authenticatorData = this.#data(ceremony);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#privateKey);
    const response = { clientDataJSON: b64(clientData), authenticatorData: b64(authenticatorData), signature: b64(signature), userHandle };
    return JSON.stringify({ id: b64(this.id), rawId: b64(this.id), type: 'public-key', response, clientExtensionResults: {} });
  }
}
