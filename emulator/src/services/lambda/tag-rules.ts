// Rules for tags. Pure.
import { atMostTags, eachTag, noReservedKeys, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { invalidParameter } from './faults.ts';

/** Limit: characters of the key of a tag. */
const MAX_KEY_LENGTH = 128;
/** Limit: characters of the value of a tag. */
const MAX_VALUE_LENGTH = 256;

export const LAMBDA_TAGS = tagRules({
  sent: TAG_MAP,
  kept: TAG_MAP,
  checks: [
    atMostTags(50, () => invalidParameter('Number of tags exceeds resource tag limit.')),
    eachTag(({ key, value }) => {
      if (key.length === 0 || key.length > MAX_KEY_LENGTH)
        return invalidParameter(`Tag key must be between 1 and ${MAX_KEY_LENGTH} characters long.`);
      return value.length > MAX_VALUE_LENGTH
        ? invalidParameter(`Tag value must not be longer than ${MAX_VALUE_LENGTH} characters.`)
        : undefined;
    }),
    noReservedKeys(() => invalidParameter('Tag keys starting with aws: are reserved for system use.')),
  ],
});
