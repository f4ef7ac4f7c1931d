// Rules for tags. Pure.
import { isReservedTagKey } from '#core/tags';
import { invalidParameter } from './faults.ts';

const MAX_TAGS = 50;
const MAX_KEY_LENGTH = 128;
const MAX_VALUE_LENGTH = 256;

/** @throws Fault if present and added tags are too many, or if one is too long or reserved. */
export function checkTags(before: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>): void {
  if (Object.keys({ ...before, ...added }).length > MAX_TAGS) throw invalidParameter('Number of tags exceeds resource tag limit.');
  for (const [key, value] of Object.entries(added)) {
    if (key.length === 0 || key.length > MAX_KEY_LENGTH)
      throw invalidParameter(`Tag key must be between 1 and ${MAX_KEY_LENGTH} characters long.`);
    if (value.length > MAX_VALUE_LENGTH) throw invalidParameter(`Tag value must not be longer than ${MAX_VALUE_LENGTH} characters.`);
    if (isReservedTagKey(key)) throw invalidParameter('Tag keys starting with aws: are reserved for system use.');
  }
}
