// The rules of tags.
import { atMostTags, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, TAG_MAP } from '#core/tags';
import { fault } from '#model/xray';

export const XRAY_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: TAG_MAP,
  checks: [atMostTags(50, (max) => fault('TooManyTagsException', `A resource can have at most ${max} tags.`))],
});
