// The rules for tags of streams and consumers.
import { mergeTags, type Tag, tagsOf } from '#core/tags';
import { fault } from '#model/kinesis';
import { invalidArgument } from './faults.ts';

const MAX_TAGS = 50;
const ALLOWED = /^[\p{L}\p{N}\p{Z}_./=+\-%@:]*$/u;

/** The tags with the new ones. @throws InvalidArgumentException, LimitExceededException */
export function checkTags(given: Readonly<Record<string, string>>, before: readonly Tag[]): Tag[] {
  const added = tagsOf(given);
  if (!added.every(({ key, value }) => ALLOWED.test(key) && ALLOWED.test(value)))
    throw invalidArgument('Some tags contain invalid characters. Valid characters: Unicode letters, digits, white space, _ . / = + - % @.');
  if (added.some(({ key }) => /^aws:/i.test(key))) throw invalidArgument('Tag keys must not begin with aws:.');
  const tags = mergeTags(before, added);
  if (tags.length > MAX_TAGS) throw fault('LimitExceededException', `Failed to add tags: a resource has at most ${MAX_TAGS} tags.`);
  return tags;
}
