// How many tags a machine or activity may have.
import { atMostTags, tagRules } from '#core/tag-rules';
import { PLAIN_TAGS } from '#core/tags';
import { fault } from '#model/states';

export const STATES_TAGS = tagRules({
  sent: PLAIN_TAGS,
  kept: PLAIN_TAGS,
  checks: [atMostTags(50, (max, resourceName) => fault('TooManyTags', `The number of tags exceeds the limit of ${max}`, { resourceName }))],
});
