// ECDSA over a digest that the caller computed. Signatures are DER: SEQUENCE { INTEGER r, INTEGER s }.
import { type KeyObject, randomBytes } from 'node:crypto';
import { add, CURVES, type Curve, invert, mod, multiply, xOf } from './curve.ts';

const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
const numberIn = (base64: string): bigint => number(Buffer.from(base64, 'base64url'));

interface KeyNumbers {
  readonly curve: Curve;
  readonly x: bigint;
  readonly y: bigint;
  /** The private number; 0 in a public key. */
  readonly d: bigint;
}

function partsOf(key: KeyObject): KeyNumbers {
  const { crv, x, y, d } = key.export({ format: 'jwk' });
  const curve = CURVES[crv ?? ''];
  if (!curve) throw new TypeError(`no such curve: ${crv}`);
  return { curve, x: numberIn(x!), y: numberIn(y!), d: d === undefined ? 0n : numberIn(d) };
}

/** The leftmost bits of the digest, as many as the curve's order has. */
function truncated(digest: Uint8Array, { n }: Curve): bigint {
  const surplus = digest.length * 8 - n.toString(2).length;
  return surplus > 0 ? number(digest) >> BigInt(surplus) : number(digest);
}

/** Uniform over 1 … n - 1: 64 more bits than needed remove the bias. */
const randomBelow = (n: bigint): bigint => mod(number(randomBytes(n.toString(16).length / 2 + 9)), n - 1n) + 1n;

export function signDigest(privateKey: KeyObject, digest: Uint8Array): Uint8Array {
  const { curve, d } = partsOf(privateKey);
  const { n, g } = curve;
  for (;;) {
    const k = randomBelow(n);
    const r = mod(xOf(multiply(g, k, curve), curve)!, n);
    const s = mod(invert(k, n) * (truncated(digest, curve) + r * d), n);
    if (r !== 0n && s !== 0n) return writeSignature(r, s);
  }
}

export function verifyDigest(publicKey: KeyObject, digest: Uint8Array, signature: Uint8Array): boolean {
  const { curve, x, y } = partsOf(publicKey);
  const { n, g } = curve;
  const [r, s] = readSignature(signature) ?? [0n, 0n];
  if (r < 1n || r >= n || s < 1n || s >= n) return false;
  const inverse = invert(s, n);
  const fromDigest = multiply(g, mod(truncated(digest, curve) * inverse, n), curve);
  const fromKey = multiply({ x, y, z: 1n }, mod(r * inverse, n), curve);
  const found = xOf(add(fromDigest, fromKey, curve), curve);
  return found !== undefined && mod(found, n) === r;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const LONG_LENGTH = 0x81;

function writeSignature(r: bigint, s: bigint): Uint8Array {
  return element(SEQUENCE, Buffer.concat([integer(r), integer(s)]));
}

function element(tag: number, content: Uint8Array): Uint8Array {
  const head = content.length < 0x80 ? [tag, content.length] : [tag, LONG_LENGTH, content.length];
  return Uint8Array.from([...head, ...content]);
}

function integer(value: bigint): Uint8Array {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return element(INTEGER, bytes[0]! < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]));
}

/** Undefined unless the bytes are exactly what `writeSignature` writes. */
function readSignature(bytes: Uint8Array): [r: bigint, s: bigint] | undefined {
  const start = bytes[1] === LONG_LENGTH ? 3 : 2;
  const r = bytes.subarray(start + 2, start + 2 + (bytes[start + 1] ?? 0));
  const at = start + 2 + r.length;
  const s = bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0));
  const pair: [bigint, bigint] = [number(r), number(s)];
  return Buffer.from(bytes).equals(writeSignature(...pair)) ? pair : undefined;
}
