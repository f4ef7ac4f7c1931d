// Random ids, as flat text. What node:crypto's randomUUID answers is a rope of twenty pieces: kept in a record it takes ten times the room.
import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const IDS_AT_ONCE = 256;
const TEXT_LENGTH = 36;
const HEX = Buffer.from('0123456789abcdef');
const DASH = 45;
/** Bytes of an id that a dash precedes. */
const GROUPS = [4, 6, 8, 10];
/** Where in the text each byte is written. */
const PLACES = Array.from({ length: ID_BYTES }, (_, byte) => byte * 2 + GROUPS.filter((start) => start <= byte).length);

/** Gives another random (version 4) UUID each time, RFC 9562. */
export function createUuids(): () => string {
  const random = new Uint8Array(ID_BYTES * IDS_AT_ONCE);
  let used = random.length;
  const text = Buffer.alloc(TEXT_LENGTH, DASH);
  return () => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    for (let byte = 0; byte < ID_BYTES; byte++) {
      let value = random[used++]!;
      if (byte === 6) value = (value & 0x0f) | 0x40;
      else if (byte === 8) value = (value & 0x3f) | 0x80;
      const at = PLACES[byte]!;
      text[at] = HEX[value >> 4]!;
      text[at + 1] = HEX[value & 15]!;
    }
    return text.toString('latin1');
  };
}
