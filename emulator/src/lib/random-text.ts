// Random text, each character of its alphabet equally likely.
import { randomFillSync } from 'node:crypto';

const HEXADECIMAL = '0123456789abcdef';
const BYTES_AT_ONCE = 4096;

/** `length` random characters of an alphabet of at most 256 Latin ones, by default lower-case hexadecimal. */
export type RandomText = (length: number, alphabet?: string) => string;

/** Draws the bytes of many texts at once: asking the system takes longer than making a text. */
export function createRandomText(bytesAtOnce = BYTES_AT_ONCE): RandomText {
  const random = new Uint8Array(bytesAtOnce);
  let used = random.length;
  return (length, alphabet = HEXADECIMAL) => {
    /** Bytes from here on are dropped: they would favour the first characters. */
    const end = 256 - (256 % alphabet.length);
    // Filled in place, because a text that is put together from pieces is a rope.
    const text = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      if (used === random.length) {
        randomFillSync(random);
        used = 0;
      }
      const byte = random[used++]!;
      if (byte < end) text[at++] = alphabet.charCodeAt(byte % alphabet.length);
    }
    return text.toString('latin1');
  };
}

export const randomText: RandomText = (length, alphabet) => createRandomText(2 * length)(length, alphabet);
