// Delivery streams, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { streams } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const stream = ctx.records(streams).get([/:deliverystream\/(.+)$/.exec(arn)?.[1] ?? '']);
    return stream && { tags: tagRecord(stream.tags) };
  },
};
