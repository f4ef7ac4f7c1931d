// Limits of tags: the model has those of their lengths and characters.
import { atMostTags, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { bad } from '#services/appsync/faults';

export const API_TAGS = tagRules({
  sent: TAG_MAP,
  kept: TAG_MAP,
  checks: [atMostTags(50, (max) => bad(`An API can have at most ${max} tags.`))],
});
