// Repositories, as calls are judged: their policies and tags.
import type { Protects } from '#core/authorization/protected-resource';
import { repositories } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = /:repository\/(.+)$/.exec(arn)?.[1];
    const repository = name === undefined ? undefined : ctx.records(repositories).get([name]);
    return repository && { policy: repository.policy, tags: repository.tags };
  },
};
