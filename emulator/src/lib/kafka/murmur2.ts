// MurmurHash2 with the seed of Kafka's producers, by which they choose the partition of a key. Pure.

const SEED = 0x9747b28c;
const MIX = 0x5bd1e995;

/** A number of 32 bits, with sign. */
export function murmur2(bytes: Uint8Array): number {
  let hash = SEED ^ bytes.length;
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) {
    let part = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    part = Math.imul(part, MIX);
    part = Math.imul(part ^ (part >>> 24), MIX);
    hash = Math.imul(hash, MIX) ^ part;
  }
  for (let at = bytes.length - 1; at >= whole; at--) hash ^= bytes[at]! << (8 * (at - whole));
  if (bytes.length > whole) hash = Math.imul(hash, MIX);
  hash = Math.imul(hash ^ (hash >>> 13), MIX);
  return hash ^ (hash >>> 15);
}
