// Limits of tags.
import { atMostTags, eachTag, noReservedKeys, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { bad } from './faults.ts';

/** Limit: characters of the key of a tag. */
const MAX_KEY = 128;
/** Limit: characters of the value of a tag. */
const MAX_VALUE = 256;

export const HTTP_TAGS = tagRules({
  sent: TAG_MAP,
  kept: TAG_MAP,
  checks: [
    atMostTags(50, (max) => bad(`A resource can have at most ${max} tags`)),
    eachTag(({ key, value }) => {
      if (key === '' || key.length > MAX_KEY) return bad(`Tag keys must have between 1 and ${MAX_KEY} characters`);
      return value.length > MAX_VALUE ? bad(`Tag values must have at most ${MAX_VALUE} characters`) : undefined;
    }),
    noReservedKeys(() => bad('Tag keys must not start with aws:')),
  ],
});
