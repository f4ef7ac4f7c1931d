// Arithmetic on elliptic curves, as far as signing a digest needs it: node:crypto always hashes the input that it signs.
// Points are Jacobian: (x / z², y / z³). Not constant in time: keys here guard nothing but test data.

export interface Curve {
  readonly p: bigint;
  readonly a: bigint;
  /** The order of the base point. */
  readonly n: bigint;
  readonly g: Point;
}
export interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

const INFINITY: Point = { x: 1n, y: 1n, z: 0n };

const curve = (p: string, a: string, n: string, x: string, y: string): Curve => ({
  p: BigInt(`0x${p}`),
  a: BigInt(`0x${a}`),
  n: BigInt(`0x${n}`),
  g: { x: BigInt(`0x${x}`), y: BigInt(`0x${y}`), z: 1n },
});

/** The curves by their names in JSON Web Keys. Parameters from SEC 2 and FIPS 186-4 D.1.2. */
export const CURVES: Readonly<Record<string, Curve>> = {
  'P-256': curve(
    'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
    'ffffffff00000001000000000000000000000000fffffffffffffffffffffffc',
    'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  ),
  'P-384': curve(
    'fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff',
    'fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffc',
    'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
    'aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7',
    '3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f',
  ),
  'P-521': curve(
    `1ff${'ff'.repeat(64)}`,
    `1ff${'ff'.repeat(63)}fc`,
    '1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
    'c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66',
    '11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650',
  ),
  secp256k1: curve(
    'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f',
    '0',
    'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
  ),
};

export const mod = (value: bigint, modulus: bigint): bigint => {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
};

/** The modular inverse, by Euclid's extended algorithm. */
export function invert(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [mod(value, modulus), modulus, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b % a, a];
    [x, y] = [y - quotient * x, x];
    if (a === 0n) throw new RangeError('not invertible');
  }
  return mod(x, modulus);
}

export function double({ x, y, z }: Point, { p, a }: Curve): Point {
  if (z === 0n || y === 0n) return INFINITY;
  const ySquared = (y * y) % p;
  const s = (4n * x * ySquared) % p;
  const m = (3n * x * x + a * ((z * z) % p) ** 2n) % p;
  const x3 = mod(m * m - 2n * s, p);
  return { x: x3, y: mod(m * (s - x3) - 8n * ySquared * ySquared, p), z: (2n * y * z) % p };
}

export function add(one: Point, two: Point, on: Curve): Point {
  if (one.z === 0n) return two;
  if (two.z === 0n) return one;
  const { p } = on;
  const [z1, z2] = [(one.z * one.z) % p, (two.z * two.z) % p];
  const [u1, u2] = [(one.x * z2) % p, (two.x * z1) % p];
  const [s1, s2] = [(one.y * z2 * two.z) % p, (two.y * z1 * one.z) % p];
  const [h, r] = [mod(u2 - u1, p), mod(s2 - s1, p)];
  if (h === 0n) return r === 0n ? double(one, on) : INFINITY;
  const hSquared = (h * h) % p;
  const hCubed = (hSquared * h) % p;
  const v = (u1 * hSquared) % p;
  const x = mod(r * r - hCubed - 2n * v, p);
  return { x, y: mod(r * (v - x) - s1 * hCubed, p), z: (h * one.z * two.z) % p };
}

export function multiply(point: Point, by: bigint, on: Curve): Point {
  let product = INFINITY;
  for (const bit of by.toString(2)) {
    product = double(product, on);
    if (bit === '1') product = add(product, point, on);
  }
  return product;
}

/** The affine x coordinate; undefined at infinity. */
export function xOf({ x, z }: Point, { p }: Curve): bigint | undefined {
  if (z === 0n) return undefined;
  const inverse = invert(z, p);
  return mod(x * inverse * inverse, p);
}
