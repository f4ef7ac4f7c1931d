// Image repositories and the images in them.
import { callOf, type OutputOf } from '#api/model.ts';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Repository = NonNullable<OutputOf<'ecr', 'DescribeRepositories'>['repositories']>[number];
type Image = NonNullable<OutputOf<'ecr', 'DescribeImages'>['imageDetails']>[number];
interface Detail {
  readonly repository: Repository;
  readonly images: readonly Image[];
}

export const view = resource<Repository, Detail>({
  about: 'Repositories hold container images, for functions that are images.',
  example: 'ecr create-repository --repository-name shop/orders',
  nameOf: ({ repositoryName = '' }) => repositoryName,
  columns: [
    ['Name', 'repositoryName'],
    ['URI', 'repositoryUri', 'mono'],
    ['Created', 'createdAt', 'time'],
  ],
  create: {
    title: 'Create repository',
    submit: 'Create repository',
    fields: [{ name: 'repositoryName', label: 'Name', required: true }],
    calls: ({ repositoryName = '' }) => [callOf('ecr', 'CreateRepository', { repositoryName })],
    opens: ({ repositoryName }) => repositoryName,
  },
  remove: (repositoryName) => [callOf('ecr', 'DeleteRepository', { repositoryName, force: true })],
  load: async (name, { call }) => {
    const [{ repositories = [] }, { imageDetails = [] }] = await Promise.all([
      call('ecr', 'DescribeRepositories', { repositoryNames: [name] }),
      call('ecr', 'DescribeImages', { repositoryName: name }),
    ]);
    return { repository: repositories[0]!, images: imageDetails };
  },
  facts: ({ repository }) => [
    ['URI', repository.repositoryUri, 'copy'],
    ['ARN', repository.repositoryArn, 'copy'],
    ['Tags of images', repository.imageTagMutability],
    ['Created', repository.createdAt, 'time'],
  ],
  tabs: [
    {
      id: 'images',
      title: 'Images',
      count: ({ images }) => images.length,
      view: ({ images }) => (
        <Table
          label="images"
          rows={images}
          keyOf={({ imageDigest = '' }) => imageDigest}
          columns={[
            ['Tags', ({ imageTags = [] }) => imageTags.join(', ')],
            ['Digest', 'imageDigest', 'mono'],
            ['Size', 'imageSizeInBytes', 'bytes'],
            ['Pushed', 'imagePushedAt', 'time'],
          ]}
        />
      ),
    },
  ],
});
