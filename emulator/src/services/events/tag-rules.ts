// How many tags a bus or rule may have.
import { atMostTags, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS } from '#core/tags';
import { invalid } from './faults.ts';

export const EVENTS_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: KEY_VALUE_TAGS,
  checks: [atMostTags(50, (max) => invalid(`Too many tags: a resource has at most ${max}.`))],
});
