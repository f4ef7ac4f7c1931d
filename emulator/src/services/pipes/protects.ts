// Pipes, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { pipes } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const pipe = ctx.records(pipes).get([/:pipe\/(.+)$/.exec(arn)?.[1] ?? '']);
    return pipe && { tags: pipe.tags };
  },
};
