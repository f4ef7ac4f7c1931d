// What tags must satisfy. Pure.
import { invalidParameter } from './faults.ts';

const MOST_TAGS = 50;
const LONGEST_KEY = 128;
const LONGEST_VALUE = 256;

/** @throws Fault when the tags that there are and those that come are too many, or one is too long or reserved. */
export function checkTags(before: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>): void {
  if (Object.keys({ ...before, ...added }).length > MOST_TAGS) throw invalidParameter('Number of tags exceeds resource tag limit.');
  for (const [key, value] of Object.entries(added)) {
    if (key.length === 0 || key.length > LONGEST_KEY)
      throw invalidParameter(`Tag key must be between 1 and ${LONGEST_KEY} characters long.`);
    if (value.length > LONGEST_VALUE) throw invalidParameter(`Tag value must not be longer than ${LONGEST_VALUE} characters.`);
    if (/^aws:/i.test(key)) throw invalidParameter('Tag keys starting with aws: are reserved for system use.');
  }
}
