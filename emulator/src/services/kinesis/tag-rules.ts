// The rules for tags of streams and consumers.
import { atMostTags, eachTag, noReservedKeys, tagRules } from '#core/tag-rules';
import { PLAIN_TAGS, sendTags, tagsOf } from '#core/tags';
import { fault } from '#model/kinesis';
import { invalidArgument } from './faults.ts';

const ALLOWED = /^[\p{L}\p{N}\p{Z}_./=+\-%@:]*$/u;
const INVALID = 'Some tags contain invalid characters. Valid characters: Unicode letters, digits, white space, _ . / = + - % @.';

export const STREAM_TAGS = tagRules({
  sent: { read: tagsOf, write: sendTags },
  kept: PLAIN_TAGS,
  isSorted: true,
  checks: [
    eachTag(({ key, value }) => (ALLOWED.test(key) && ALLOWED.test(value) ? undefined : invalidArgument(INVALID))),
    noReservedKeys(() => invalidArgument('Tag keys must not begin with aws:.')),
    atMostTags(50, (max) => fault('LimitExceededException', `Failed to add tags: a resource has at most ${max} tags.`)),
  ],
});
