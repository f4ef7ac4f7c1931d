// The data that authenticators sign: the relying party, whether the user was there, a counter, and a new passkey's key. Pure.
// https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
import { isObject } from '#lib/json-object';
import { decodeCborItem } from '#protocol/cbor/cbor-decoder';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
/** Bytes before the data of a credential: a hash, flags, a counter. */
const HEAD = 37;
/** Bytes of the authenticator's model, and of the length that follows it. */
const MODEL = 16;
/** Limit: bytes of the id of a passkey. */
const MAX_ID = 1023;

export interface AuthenticatorData {
  readonly relyingPartyHash: Buffer;
  readonly isUserPresent: boolean;
  readonly isUserVerified: boolean;
  readonly signatures: number;
  readonly credential?: { readonly id: Buffer; readonly key: Readonly<Record<string, unknown>> } | undefined;
}

/** Undefined for bytes that are no such data. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData | undefined {
  if (bytes.length < HEAD) return undefined;
  const flags = bytes[32]!;
  const credential = (flags & HAS_CREDENTIAL) === 0 ? undefined : credentialIn(bytes.subarray(HEAD));
  if ((flags & HAS_CREDENTIAL) !== 0 && !credential) return undefined;
  return {
    relyingPartyHash: bytes.subarray(0, 32),
    isUserPresent: (flags & USER_PRESENT) !== 0,
    isUserVerified: (flags & USER_VERIFIED) !== 0,
    signatures: bytes.readUInt32BE(33),
    credential,
  };
}

function credentialIn(bytes: Buffer): AuthenticatorData['credential'] {
  if (bytes.length < MODEL + 2) return undefined;
  const length = bytes.readUInt16BE(MODEL);
  const end = MODEL + 2 + length;
  if (length === 0 || length > MAX_ID || bytes.length <= end) return undefined;
  const key = firstItem(bytes.subarray(end));
  return isObject(key) ? { id: bytes.subarray(MODEL + 2, end), key } : undefined;
}

/** The authenticator data in an attestation object; undefined for other bytes. Statements about the authenticator are not asked for, and not judged. */
export function attestedData(bytes: Buffer): AuthenticatorData | undefined {
  const object = firstItem(bytes);
  const data = isObject(object) && typeof object['fmt'] === 'string' ? object['authData'] : undefined;
  return data instanceof Uint8Array ? readAuthenticatorData(Buffer.from(data)) : undefined;
}

function firstItem(bytes: Buffer): unknown {
  try {
    return decodeCborItem(bytes).value;
  } catch {
    return undefined;
  }
}
