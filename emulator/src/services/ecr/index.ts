// ECR: image repositories as records, for stacks that declare them.
import { operationsIn, service } from '#core/service';

export const ecr = service('ecr', {
  protects: () => import('./protects.ts'),
  resourceMembers: ['repositoryName', 'resourceArn'],
  operations: [
    operationsIn(
      () => import('./repositories.ts'),
      'CreateRepository',
      'DescribeRepositories',
      'DeleteRepository',
      'PutImageTagMutability',
      'PutImageScanningConfiguration',
    ),
    operationsIn(
      () => import('./policies.ts'),
      'SetRepositoryPolicy',
      'GetRepositoryPolicy',
      'DeleteRepositoryPolicy',
      'PutLifecyclePolicy',
      'GetLifecyclePolicy',
      'DeleteLifecyclePolicy',
    ),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    operationsIn(() => import('./images.ts'), 'ListImages', 'DescribeImages'),
  ],
  refused: Object.fromEntries(
    [
      'GetAuthorizationToken',
      'BatchCheckLayerAvailability',
      'BatchDeleteImage',
      'BatchGetImage',
      'CompleteLayerUpload',
      'GetDownloadUrlForLayer',
      'InitiateLayerUpload',
      'PutImage',
      'StartImageScan',
      'UploadLayerPart',
    ].map((name) => [name, 'no registry is emulated: repositories keep their settings, and no images.']),
  ),
  resources: { 'AWS::ECR::Repository': () => import('./resources/repository.ts') },
});
