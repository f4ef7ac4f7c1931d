// Rules for tags of log groups, destinations and what belongs to deliveries.
import { atMostTags, noReservedKeys, tagRules } from '#core/tag-rules';
import { PLAIN_TAGS, TAG_MAP } from '#core/tags';
import { fault } from '#model/logs';
import { invalid } from './groups/find-group.ts';

export const LOG_TAGS = tagRules({
  sent: TAG_MAP,
  kept: PLAIN_TAGS,
  checks: [
    noReservedKeys(() => invalid('aws: prefixed tag key names are not allowed for external use.')),
    atMostTags(50, (max, resourceName) => fault('TooManyTagsException', `A resource can have no more than ${max} tags.`, { resourceName })),
  ],
});
