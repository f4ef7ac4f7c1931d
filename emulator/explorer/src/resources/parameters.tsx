// Parameters: value, versions.
import { callOf, type OutputOf } from '#api/model.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Metadata = NonNullable<OutputOf<'ssm', 'DescribeParameters'>['Parameters']>[number];
type Version = NonNullable<OutputOf<'ssm', 'GetParameterHistory'>['Parameters']>[number];
interface Parameter {
  readonly parameter: NonNullable<OutputOf<'ssm', 'GetParameter'>['Parameter']>;
  readonly history: readonly Version[];
}

const TYPES = ['String', 'StringList', 'SecureString'] as const;

export const view = resource<Metadata, Parameter>({
  about: 'Parameters are settings by name, such as /shop/table, with their versions.',
  example: 'ssm put-parameter --name /shop/table --value orders --type String',
  nameOf: ({ Name = '' }) => Name,
  columns: [
    ['Name', 'Name'],
    ['Type', 'Type'],
    ['Version', 'Version', 'number'],
    ['Changed', 'LastModifiedDate', 'time'],
    ['Description', 'Description'],
  ],
  create: {
    title: 'Create parameter',
    submit: 'Create parameter',
    fields: [
      { name: 'Name', label: 'Name', required: true, placeholder: '/shop/table' },
      { name: 'Type', label: 'Type', kind: 'select', options: TYPES },
      { name: 'Value', label: 'Value', kind: 'area', required: true },
      { name: 'Description', label: 'Description' },
    ],
    calls: ({ Name = '', Type, Value = '', Description }) => [
      callOf('ssm', 'PutParameter', { Name, ...(Type && { Type }), Value, ...(Description && { Description }) }),
    ],
    opens: ({ Name }) => Name,
  },
  remove: (Name) => [callOf('ssm', 'DeleteParameter', { Name })],
  load: async (Name, { call }) => {
    const [{ Parameter }, { Parameters = [] }] = await Promise.all([
      call('ssm', 'GetParameter', { Name, WithDecryption: true }),
      call('ssm', 'GetParameterHistory', { Name, WithDecryption: true }),
    ]);
    return { parameter: Parameter!, history: [...Parameters].reverse() };
  },
  facts: ({ parameter }) => [
    ['ARN', parameter.ARN, 'copy'],
    ['Type', parameter.Type],
    ['Version', String(parameter.Version)],
    ['Changed', parameter.LastModifiedDate, 'time'],
  ],
  tabs: [
    { id: 'value', title: 'Value', view: ({ parameter }) => <Json value={parameter.Value ?? ''} label="Value" /> },
    {
      id: 'versions',
      title: 'Versions',
      count: ({ history }) => history.length,
      view: ({ history }) => (
        <Table
          label="versions"
          rows={history}
          keyOf={({ Version }) => String(Version)}
          columns={[
            ['Version', 'Version', 'number'],
            ['Value', 'Value', 'mono'],
            ['Labels', ({ Labels = [] }) => Labels.join(', ')],
            ['Changed', 'LastModifiedDate', 'time'],
          ]}
        />
      ),
    },
  ],
  actions: ({ parameter }) => [
    {
      title: 'Change value',
      submit: 'Put a new version',
      fields: [{ name: 'Value', label: 'Value', kind: 'area', required: true, initial: parameter.Value ?? '' }],
      calls: ({ Value = '' }) => [callOf('ssm', 'PutParameter', { Name: parameter.Name ?? '', Value, Overwrite: true })],
    },
  ],
});
