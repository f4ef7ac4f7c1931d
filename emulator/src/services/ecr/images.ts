// The images of a repository: always none, since no image can be pushed here.
import { fault, operation } from '#model/ecr';
import { findRepository } from './find-repository.ts';

export const ListImages = operation('ListImages', ({ repositoryName, registryId }, ctx) => {
  findRepository(repositoryName, registryId, ctx);
  return { imageIds: [] };
});

export const DescribeImages = operation('DescribeImages', ({ repositoryName, registryId, imageIds }, ctx) => {
  findRepository(repositoryName, registryId, ctx);
  const [asked] = imageIds ?? [];
  if (!asked) return { imageDetails: [] };
  const id = `{imageDigest:'${asked.imageDigest ?? 'null'}', imageTag:'${asked.imageTag ?? 'null'}'}`;
  throw fault(
    'ImageNotFoundException',
    `The image with imageId ${id} does not exist within the repository with name '${repositoryName}' in the registry with id '${ctx.account}'`,
  );
});
