// Random text, each character of its alphabet equally likely.
import { randomBytes } from 'node:crypto';

/** `length` random characters of an alphabet of at most 256, by default lower-case hexadecimal. */
export function randomText(length: number, alphabet = '0123456789abcdef'): string {
  /** Bytes from here on are dropped: they would favour the first characters. */
  const bytes = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes((length - text.length) * 2))
      if (byte < bytes && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}
