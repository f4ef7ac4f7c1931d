// Random ids, as flat text. The answer of node:crypto's randomUUID is a rope of twenty pieces: in a record it takes ten times the memory.
import { createHash, randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const IDS_AT_ONCE = 256;
const DASH = 45;
/** The digit that tells the version. */
const FOUR = 52;
/** The character code of the upper digit of each byte, and that of its lower digit. */
const UPPER = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').charCodeAt(0));
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').charCodeAt(1));

/** Each call of the returned function gives a new random (version 4) UUID, RFC 9562. */
export function createUuids(): () => string {
  const random = new Uint8Array(ID_BYTES * IDS_AT_ONCE);
  let used = random.length;
  return () => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const at = used;
    used += ID_BYTES;
    const upper = (byte: number): number => UPPER[random[at + byte]!]!;
    const lower = (byte: number): number => LOWER[random[at + byte]!]!;
    // One call, because a text that is put together from pieces is a rope.
    // biome-ignore format: a line per group of digits
    return String.fromCharCode(
      upper(0), lower(0), upper(1), lower(1), upper(2), lower(2), upper(3), lower(3), DASH,
      upper(4), lower(4), upper(5), lower(5), DASH,
      FOUR, lower(6), upper(7), lower(7), DASH,
      UPPER[(random[at + 8]! & 0x3f) | 0x80]!, lower(8), upper(9), lower(9), DASH,
      upper(10), lower(10), upper(11), lower(11), upper(12), lower(12), upper(13), lower(13), upper(14), lower(14), upper(15), lower(15),
    );
  };
}

/** The UUID of a name: always the same. Its version is 8, RFC 9562, in which all other bits are our own. */
export function namedUuid(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) & 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
