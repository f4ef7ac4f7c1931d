// Public keys of passkeys: COSE (RFC 9053) in, JSON web keys out. Pure.
import type { JsonWebKey } from 'node:crypto';

/** ES256 and RS256, the algorithms that options for new passkeys offer. */
export const ALGORITHMS = [-7, -257] as const;
/** Limit: bytes of the modulus of a passkey's key. */
const MAX_MODULUS = 512;

type Cose = Readonly<Record<string, unknown>>;

const isBytes = (value: unknown, least: number, most: number): value is Uint8Array =>
  value instanceof Uint8Array && value.length >= least && value.length <= most;
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Undefined for keys of other algorithms. Members: 1 kty, 3 alg, -1 crv or n, -2 x or e, -3 y. */
export function jwkOf(key: Cose): JsonWebKey | undefined {
  const [first, second, third] = [key['-1'], key['-2'], key['-3']];
  if (key['1'] === 2 && key['3'] === -7 && first === 1 && isBytes(second, 32, 32) && isBytes(third, 32, 32))
    return { kty: 'EC', crv: 'P-256', x: text(second), y: text(third) };
  if (key['1'] === 3 && key['3'] === -257 && isBytes(first, 128, MAX_MODULUS) && isBytes(second, 1, 4))
    return { kty: 'RSA', n: text(first), e: text(second) };
  return undefined;
}
