// SRP-6a as user pools speak it: group 15 of RFC 3526, generator 2, SHA-256, a key of 16 bytes by HKDF. Pure, apart from random numbers that are handed in.
// Numbers are hashed as Java's BigInteger writes them: in whole bytes, with a zero byte before a set high bit.
import { createDiffieHellman, createHash, createHmac, getDiffieHellman, timingSafeEqual } from 'node:crypto';
import type { PasswordRecord } from '#services/cognito-idp/state';

const N_BYTES = getDiffieHellman('modp15').getPrime();
const N = BigInt(`0x${N_BYTES.toString('hex')}`);
const G = 2n;
const LABEL = 'Caldera Derived Key\u0001';
/** Limit: characters of a number of SRP: 3072 bits, and a sign. */
const MAX_HEX = 770;

const evenHex = (number: bigint): string => {
  const hex = number.toString(16);
  return hex.length % 2 === 1 ? `0${hex}` : hex;
};
const asBytes = (number: bigint): Buffer => Buffer.from(evenHex(number), 'hex');
const asJavaBytes = (number: bigint): Buffer => {
  const bytes = asBytes(number);
  return bytes[0]! & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
};
const asNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const K = asNumber(sha256(Buffer.of(0), N_BYTES, Buffer.of(2)));

/** OpenSSL's exponentiation: Node has no other door to it, and BigInt takes six times as long. */
function power(base: bigint, exponent: bigint): bigint {
  const group = createDiffieHellman(N_BYTES, 2);
  group.setPrivateKey(asBytes(exponent));
  return asNumber(group.computeSecret(asBytes(base)));
}

/** A number of a client in hexadecimal; undefined for any other text. */
export const readHex = (text: string): bigint | undefined =>
  text.length > 0 && text.length <= MAX_HEX && /^[0-9a-f]+$/i.test(text) ? BigInt(`0x${text}`) : undefined;

/** The name of a pool (the part of its id after the underscore) and of a user in it, or a group key and a device. */
export interface SrpIdentity {
  readonly group: string;
  readonly name: string;
}

/** `salt`: 16 random bytes. */
export function passwordRecord({ group, name }: SrpIdentity, password: string, salt: Uint8Array): PasswordRecord {
  const number = asNumber(salt);
  const x = asNumber(sha256(asJavaBytes(number), sha256(`${group}${name}:${password}`)));
  return { salt: number.toString(16), verifier: power(G, x).toString(16) };
}

export function isPassword(identity: SrpIdentity, password: string, record: PasswordRecord): boolean {
  const { verifier } = passwordRecord(identity, password, asBytes(BigInt(`0x${record.salt}`)));
  const [a, b] = [Buffer.from(verifier), Buffer.from(record.verifier)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface SrpChallenge {
  /** The secret exponent, in hexadecimal. */
  readonly b: string;
  readonly B: string;
}

/** `secret`: 32 random bytes. */
export function srpChallenge({ verifier }: PasswordRecord, secret: Uint8Array): SrpChallenge {
  const b = asNumber(secret) | 1n;
  return { b: b.toString(16), B: ((K * BigInt(`0x${verifier}`) + power(G, b)) % N).toString(16) };
}

/** The key that both sides know now; undefined for a number of the client that would give the key away. */
export function sessionKey(A: bigint, { b, B }: SrpChallenge, { verifier }: PasswordRecord): Buffer | undefined {
  if (A % N === 0n) return undefined;
  const u = asNumber(sha256(asJavaBytes(A), asJavaBytes(BigInt(`0x${B}`))));
  if (u === 0n) return undefined;
  const base = (A * power(BigInt(`0x${verifier}`), u)) % N;
  // OpenSSL refuses these as public keys: no honest client sends them.
  if (base <= 1n || base === N - 1n) return undefined;
  const S = power(base, BigInt(`0x${b}`));
  const extracted = createHmac('sha256', asJavaBytes(u)).update(asJavaBytes(S)).digest();
  return createHmac('sha256', extracted).update(LABEL).digest().subarray(0, 16);
}

export interface SrpClaim {
  readonly secretBlock: string;
  readonly timestamp: string;
  /** In base64. */
  readonly signature: string;
}

export function isSigned({ group, name }: SrpIdentity, key: Uint8Array, { secretBlock, timestamp, signature }: SrpClaim): boolean {
  const expected = createHmac('sha256', key)
    .update(group)
    .update(name)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const TIMESTAMP =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:[1-9]|[12]\d|3[01]) \d\d:\d\d:\d\d UTC \d{4}$/;

export const isTimestamp = (text: string): boolean => TIMESTAMP.test(text);
