// Limits of tags.
import { isReservedTagKey } from '#core/tags';
import { bad } from './faults.ts';

type Tags = Readonly<Record<string, string>>;

const MAX_TAGS = 50;
const MAX_KEY = 128;
const MAX_VALUE = 256;

/** @throws BadRequest */
export function checkTags<T extends Tags | undefined>(tags: T): T {
  const entries = Object.entries((tags ?? {}) as Tags);
  if (entries.length > MAX_TAGS) throw bad(`A resource can have at most ${MAX_TAGS} tags`);
  for (const [key, value] of entries) {
    if (key === '' || key.length > MAX_KEY) throw bad(`Tag keys must have between 1 and ${MAX_KEY} characters`);
    if (value.length > MAX_VALUE) throw bad(`Tag values must have at most ${MAX_VALUE} characters`);
    if (isReservedTagKey(key)) throw bad('Tag keys must not start with aws:');
  }
  return tags;
}
