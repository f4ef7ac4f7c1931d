// Finds repositories by name, within the caller's registry.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/ecr';
import { type Repository, repositories } from './state.ts';

export function findRepository(name: string, registryId: string | undefined, ctx: Ctx): Frozen<Repository> {
  const found = registryId === undefined || registryId === ctx.account ? ctx.records(repositories).get([name]) : undefined;
  if (!found)
    throw fault(
      'RepositoryNotFoundException',
      `The repository with name '${name}' does not exist in the registry with id '${registryId ?? ctx.account}'`,
    );
  return found;
}

export const put = (repository: Repository | Frozen<Repository>, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(repositories), [repository.name], repository));
