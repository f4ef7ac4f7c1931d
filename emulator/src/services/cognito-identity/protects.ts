// Identity pools, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { identityPools } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const pool = ctx.records(identityPools).get([/:identitypool\/(.+)$/.exec(arn)?.[1] ?? '']);
    return pool && { tags: pool.tags };
  },
};
