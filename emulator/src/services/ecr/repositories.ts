// Repositories: create, describe, delete, and their settings.
import type { Ctx } from '#core/ctx';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { type DescribeRepositoriesRequest, fault, operation } from '#model/ecr';
import { findRepository, put } from './find-repository.ts';
import { type Repository, repositories } from './state.ts';
import { REPOSITORY_TAGS } from './tags.ts';

export const CreateRepository = operation('CreateRepository', (input, ctx) => {
  const { repositoryName: name, encryptionConfiguration: encryption, tags } = input;
  if (ctx.records(repositories).has([name]))
    throw fault(
      'RepositoryAlreadyExistsException',
      `The repository with name '${name}' already exists in the registry with id '${ctx.account}'`,
    );
  const repository: Repository = {
    name,
    arn: formatArn({ service: 'ecr', region: ctx.region, account: ctx.account, resource: `repository/${name}` }),
    uri: `${ctx.account}.dkr.ecr.${ctx.region}.amazonaws.com/${name}`,
    createdMs: ctx.now(),
    mutability: input.imageTagMutability ?? 'MUTABLE',
    exclusions: exclusionsOf(input.imageTagMutability, input.imageTagMutabilityExclusionFilters),
    scanOnPush: input.imageScanningConfiguration?.scanOnPush ?? false,
    encryption: { encryptionType: encryption?.encryptionType ?? 'AES256', kmsKey: encryption?.kmsKey },
    tags: REPOSITORY_TAGS.ofNew(tags, ctx),
  };
  put(repository, ctx);
  return { repository: describe(repository, ctx) };
});

/** Exclusion filters: only the two mutabilities `…_WITH_EXCLUSION` allow them, and require at least one. */
function exclusionsOf(mutability: Repository['mutability'] = 'MUTABLE', filters: readonly { filterType: string; filter: string }[] = []) {
  if (mutability.endsWith('_WITH_EXCLUSION') !== filters.length > 0)
    throw fault(
      'InvalidParameterException',
      `Invalid parameter at 'imageTagMutabilityExclusionFilters' failed to satisfy constraint: '${filters.length > 0 ? 'Filters must not be given' : 'At least one filter must be given'} with ${mutability}'`,
    );
  return filters.map(({ filterType, filter }) => ({ filterType, filter }));
}

function describe(repository: Frozen<Repository>, { account }: Ctx) {
  const { name, arn, uri, createdMs, mutability, exclusions, scanOnPush, encryption } = repository;
  return {
    repositoryArn: arn,
    registryId: account,
    repositoryName: name,
    repositoryUri: uri,
    createdAt: new Date(createdMs),
    imageTagMutability: mutability,
    imageTagMutabilityExclusionFilters: exclusions.length > 0 ? [...exclusions] : undefined,
    imageScanningConfiguration: { scanOnPush },
    encryptionConfiguration: { ...encryption },
  };
}

const { pageOfValues } = pager({
  request: ({ maxResults: limit = 100, nextToken: token }: DescribeRepositoriesRequest) => ({ limit, token }),
  end: (nextToken) => ({ nextToken }),
  invalidToken: () => fault('InvalidParameterException', 'Invalid parameter at nextToken: it was not given by this operation'),
});

export const DescribeRepositories = operation('DescribeRepositories', (input, ctx) => {
  const { registryId, repositoryNames } = input;
  if (repositoryNames?.length) return { repositories: repositoryNames.map((name) => describe(findRepository(name, registryId, ctx), ctx)) };
  const { items, nextToken } = pageOfValues(ctx.records(repositories), [], input);
  return { repositories: items.map((each) => describe(each, ctx)), nextToken };
});

export const DeleteRepository = operation('DeleteRepository', ({ repositoryName, registryId }, ctx) => {
  const found = findRepository(repositoryName, registryId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(repositories), [repositoryName]));
  return { repository: describe(found, ctx) };
});

export const PutImageTagMutability = operation('PutImageTagMutability', (input, ctx) => {
  const found = findRepository(input.repositoryName, input.registryId, ctx);
  const exclusions = exclusionsOf(input.imageTagMutability, input.imageTagMutabilityExclusionFilters);
  put({ ...found, mutability: input.imageTagMutability, exclusions }, ctx);
  return { registryId: ctx.account, repositoryName: found.name, imageTagMutability: input.imageTagMutability };
});

export const PutImageScanningConfiguration = operation('PutImageScanningConfiguration', (input, ctx) => {
  const found = findRepository(input.repositoryName, input.registryId, ctx);
  const scanOnPush = input.imageScanningConfiguration.scanOnPush ?? false;
  put({ ...found, scanOnPush }, ctx);
  return { registryId: ctx.account, repositoryName: found.name, imageScanningConfiguration: { scanOnPush } };
});
