// The rules of tags.
import { atMostTags, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, TAG_MAP } from '#core/tags';
import { invalid } from './faults.ts';

export const ALARM_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: TAG_MAP,
  checks: [atMostTags(50, (max) => invalid(`A resource can have at most ${max} tags.`))],
});
