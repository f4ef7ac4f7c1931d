// Topics, as calls are judged: their policies and tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { parseTopicArn } from './arns.ts';
import { topics } from './state.ts';
import { policyOf } from './topics/topic-settings.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = parseTopicArn(arn)?.name;
    const topic = name === undefined ? undefined : ctx.records(topics).get([name]);
    return topic && { policy: policyOf(topic, arn, ctx), tags: tagRecord(topic.tags) };
  },
};
