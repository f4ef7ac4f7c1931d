// How many tags a resource may have.
import { atMostTags, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { bad } from './faults.ts';

export const REST_TAGS = tagRules({
  sent: TAG_MAP,
  kept: TAG_MAP,
  checks: [atMostTags(50, (max) => bad(`A resource has at most ${max} tags`))],
});
