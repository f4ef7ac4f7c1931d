// Clusters, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { clusters } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const cluster = ctx.records(clusters).get([arn]);
    return cluster && { tags: cluster.tags };
  },
};
