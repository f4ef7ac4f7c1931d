// How many tags a group may have.
import { atMostTags, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS } from '#core/tags';
import { invalid } from '#services/scheduler/faults';

export const GROUP_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: KEY_VALUE_TAGS,
  checks: [atMostTags(50, (max) => invalid(`A schedule group can have at most ${max} tags.`))],
});
