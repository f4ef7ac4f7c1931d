// User pools, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { pools } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const pool = ctx.records(pools).get([/:userpool\/(.+)$/.exec(arn)?.[1] ?? '']);
    return pool && { tags: pool.tags };
  },
};
