// How many tags a pipe may have.
import { atMostTags, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { invalid } from './faults.ts';

export const PIPE_TAGS = tagRules({
  sent: TAG_MAP,
  kept: TAG_MAP,
  checks: [atMostTags(50, (max) => invalid(`A pipe can have at most ${max} tags.`))],
});
