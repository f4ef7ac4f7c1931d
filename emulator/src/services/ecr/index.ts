// Image repositories: records and policies, for stacks that declare them.
import { nouns, service } from '#core/service';

export const ecr = service('ecr', {
  operations: [
    nouns(
      () => import('./repositories.ts'),
      'CreateRepository',
      'DescribeRepositories',
      'DeleteRepository',
      'PutImageTagMutability',
      'PutImageScanningConfiguration',
    ),
    nouns(
      () => import('./policies.ts'),
      'SetRepositoryPolicy',
      'GetRepositoryPolicy',
      'DeleteRepositoryPolicy',
      'PutLifecyclePolicy',
      'GetLifecyclePolicy',
      'DeleteLifecyclePolicy',
    ),
    nouns(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    nouns(() => import('./images.ts'), 'ListImages', 'DescribeImages'),
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
