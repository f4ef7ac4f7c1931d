// Rules for tags: keys are equal in any case, and the latest spelling wins.
import { unmodelled } from '#core/operation';
import { atMostTags, noRepeatedKeys, noReservedKeys, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS } from '#core/tags';
import { fault } from '#model/iam';
import type { Tag } from './state.ts';

const inAnyCase = (key: string): string => key.toLowerCase();
const REPEATED = 'Duplicate tag keys found. Please note that Tag keys are case insensitive.';

export const IAM_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: KEY_VALUE_TAGS,
  identity: inAnyCase,
  checks: [
    noRepeatedKeys(() => fault('InvalidInputException', REPEATED), inAnyCase),
    noReservedKeys(() => unmodelled('ValidationError', 'aws: prefixed tag key names are not allowed for external use.')),
    atMostTags(50, () => fault('LimitExceededException', 'The number of tags has reached the maximum limit.')),
  ],
});

/** Answers have `Tags` only if there are any. */
export const shownTags = (tags: readonly Tag[]): { Tags?: readonly Tag[] } => (tags.length > 0 ? { Tags: tags } : {});
