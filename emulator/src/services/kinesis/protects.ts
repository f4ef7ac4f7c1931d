// Streams and their consumers, as calls are judged: their policies and tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { consumers, streams } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const [, name, consumer] = /:stream\/([^/]+)(?:\/consumer\/([^:]+))?/.exec(arn) ?? [];
    const stream = name === undefined ? undefined : ctx.records(streams).get([name]);
    const found = stream && consumer !== undefined ? ctx.records(consumers).get([stream.id, consumer]) : stream;
    return found && { policy: found.policy, tags: tagRecord(found.tags) };
  },
};
