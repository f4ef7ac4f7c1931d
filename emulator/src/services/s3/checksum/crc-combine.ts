// Computes the CRC of concatenated stretches from their CRCs, without reading the bytes again: multiplication of polynomials over GF(2).

/** Reflected polynomials of the CRCs in S3. */
const POLYNOMIALS = {
  CRC32: { bits: 32n, reflected: 0xedb88320n },
  CRC32C: { bits: 32n, reflected: 0x82f63b78n },
  CRC64NVME: { bits: 64n, reflected: 0x9a6c9329ac4bc9b5n },
} as const;

export type CrcAlgorithm = keyof typeof POLYNOMIALS;
export const isCrc = (algorithm: string): algorithm is CrcAlgorithm => Object.hasOwn(POLYNOMIALS, algorithm);

export interface Stretch {
  readonly crc: bigint;
  readonly sizeBytes: number;
}

/** The CRC of all stretches concatenated. */
export function combineCrcs(algorithm: CrcAlgorithm, stretches: readonly Stretch[]): bigint {
  const { bits, reflected } = POLYNOMIALS[algorithm];
  const top = 1n << (bits - 1n);
  const times = (a: bigint, b: bigint): bigint => {
    let product = 0n;
    let shifted = b;
    for (let bit = top; bit > 0n && (a & ((bit << 1n) - 1n)) !== 0n; bit >>= 1n) {
      if (a & bit) product ^= shifted;
      shifted = shifted & 1n ? (shifted >> 1n) ^ reflected : shifted >> 1n;
    }
    return product;
  };
  // x^(8 × size), cached by size: most parts have the same size
  const shifts = new Map<number, bigint>();
  const shiftOf = (sizeBytes: number): bigint => {
    const known = shifts.get(sizeBytes);
    if (known !== undefined) return known;
    let shift = top;
    let power = top >> 1n;
    for (let exponent = BigInt(sizeBytes) * 8n; exponent > 0n; exponent >>= 1n) {
      if (exponent & 1n) shift = times(power, shift);
      power = times(power, power);
    }
    shifts.set(sizeBytes, shift);
    return shift;
  };
  return stretches.reduce((crc, next) => times(shiftOf(next.sizeBytes), crc) ^ next.crc, 0n);
}
