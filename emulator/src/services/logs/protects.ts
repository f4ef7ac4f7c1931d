// Log groups and their streams, as calls are judged: the tags of the group.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { groups } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const group = ctx.records(groups).get([/:log-group:([^:*]+)/.exec(arn)?.[1] ?? '']);
    return group && { tags: tagRecord(group.tags) };
  },
};
