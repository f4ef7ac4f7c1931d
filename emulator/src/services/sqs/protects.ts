// Queues, as calls are judged: their policies and tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { queueByArn } from './find-queue.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const queue = queueByArn(arn, ctx);
    return queue && { policy: queue.settings['Policy'] || undefined, tags: tagRecord(queue.tags) };
  },
};
