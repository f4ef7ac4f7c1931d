// Layers: their versions; publish one, delete one.

import { callOf, type OutputOf } from '#api/model.ts';
import { perform, readOnly, say } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toBase64 } from '#ui/format.ts';
import { type FormSpec, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Layer = NonNullable<OutputOf<'lambda', 'ListLayers'>['Layers']>[number];
type Version = NonNullable<OutputOf<'lambda', 'ListLayerVersions'>['LayerVersions']>[number];
interface Detail {
  readonly name: string;
  readonly versions: readonly Version[];
}

const publish = (title: string, name?: string): FormSpec => ({
  title,
  submit: 'Publish version',
  fields: [
    { name: 'LayerName', label: 'Name', required: true, ...(name !== undefined && { initial: name }) },
    { name: 'zip', label: 'Zip', kind: 'file', required: true },
    { name: 'runtimes', label: 'Compatible runtimes', placeholder: 'nodejs22.x, python3.13' },
    { name: 'Description', label: 'Description' },
  ],
  run: async ({ LayerName = '', runtimes = '', Description }, { scope }, files) => {
    const ZipFile = toBase64(new Uint8Array(await files['zip']!.arrayBuffer()));
    const CompatibleRuntimes = runtimes.split(/[\s,]+/).filter(Boolean);
    const call = callOf('lambda', 'PublishLayerVersion', {
      LayerName,
      Content: { ZipFile },
      ...(CompatibleRuntimes.length > 0 && { CompatibleRuntimes }),
      ...(Description && { Description }),
    });
    const { Version } = (await perform(scope, call)) as { Version: number };
    return `Published version ${Version} of ${LayerName}.`;
  },
  opens: ({ LayerName }) => LayerName,
});

export const view = resource<Layer, Detail>({
  about: 'Layers are files that several functions share, such as libraries.',
  example: 'lambda publish-layer-version --layer-name shared --zip-file fileb://shared.zip --compatible-runtimes nodejs22.x',
  nameOf: ({ LayerName = '' }) => LayerName,
  columns: [
    ['Name', 'LayerName'],
    ['Latest version', ({ LatestMatchingVersion }) => LatestMatchingVersion?.Version, 'number'],
    ['Runtimes', ({ LatestMatchingVersion }) => LatestMatchingVersion?.CompatibleRuntimes?.join(', ')],
    ['ARN', 'LayerArn', 'arn'],
  ],
  create: publish('Publish layer'),
  load: async (LayerName, { call }) => ({
    name: LayerName,
    versions: (await call('lambda', 'ListLayerVersions', { LayerName })).LayerVersions ?? [],
  }),
  tabs: [
    {
      id: 'versions',
      title: 'Versions',
      count: ({ versions }) => versions.length,
      view: ({ name, versions }, { api, reload }) => (
        <Table
          label="versions"
          rows={versions}
          keyOf={({ Version = 0 }) => String(Version)}
          empty="All versions are deleted."
          columns={[
            ['Version', 'Version'],
            ['Runtimes', ({ CompatibleRuntimes }) => CompatibleRuntimes?.join(', ')],
            ['Created', 'CreatedDate', 'time'],
            ['Description', 'Description'],
            ['ARN', 'LayerVersionArn', 'arn'],
          ]}
          controls={({ Version = 0 }) =>
            !readOnly.value && (
              <Confirm
                small
                label="Delete"
                question={`Delete version ${Version}?`}
                act={async () => {
                  await api.perform(callOf('lambda', 'DeleteLayerVersion', { LayerName: name, VersionNumber: Version }));
                  say(`Deleted version ${Version}.`);
                  reload();
                }}
              />
            )
          }
        />
      ),
    },
  ],
  actions: ({ name }) => [publish('Publish version', name)],
});
