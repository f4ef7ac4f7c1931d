// APIs, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { apis } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const id = /:apis\/([^/]+)/.exec(arn)?.[1];
    const api = id === undefined ? undefined : ctx.records(apis).get([id]);
    return api && { tags: api.tags };
  },
};
