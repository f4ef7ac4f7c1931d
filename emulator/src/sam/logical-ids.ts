// Logical ids of generated resources. An id with a hash changes exactly when the data behind the hash changes.
import { createHash } from 'node:crypto';
import { filled, isAlphanumeric, sortedJson, type Value } from './values.ts';

/** The first characters of the SHA-1 of the data; empty for empty data. Texts are hashed as they are, other values as JSON with sorted keys. */
export function hashOf(data: Value | undefined, length = 10): string {
  if (!filled(data)) return '';
  const text = typeof data === 'string' ? data : asciiJson(sortedJson(data!));
  return createHash('sha1').update(text).digest('hex').slice(0, length);
}

const asciiJson = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (character) =>
    character === '\u007f' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The prefix with the suffix, or with its hash where the suffix could not stand in a logical id. */
export const suffixed = (prefix: string, suffix: string): string =>
  isAlphanumeric(suffix) ? `${prefix}${suffix}` : `${prefix}${hashOf(suffix)}`;
