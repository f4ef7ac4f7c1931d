// Secrets: the value only where somebody asks for it, versions, rotation.
import { callOf, type OutputOf } from '#api/model.ts';
import { lastPart } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Entry = NonNullable<OutputOf<'secretsmanager', 'ListSecrets'>['SecretList']>[number];
type Secret = OutputOf<'secretsmanager', 'DescribeSecret'>;

export const view = resource<Entry, Secret>({
  about: 'Secrets keep passwords and keys, with versions and rotation.',
  example: `secretsmanager create-secret --name shop/database --secret-string '{"user":"shop"}'`,
  nameOf: ({ ARN = '' }) => ARN,
  titleOf: (arn) => lastPart(arn, ':').replace(/-\w{6}$/, ''),
  columns: [
    ['Name', 'Name'],
    ['Description', 'Description'],
    ['Changed', 'LastChangedDate', 'time'],
    ['Rotation', ({ RotationEnabled }) => (RotationEnabled ? 'on' : 'off')],
  ],
  create: {
    title: 'Create secret',
    submit: 'Create secret',
    fields: [
      { name: 'Name', label: 'Name', required: true },
      { name: 'SecretString', label: 'Value', kind: 'area', required: true },
      { name: 'Description', label: 'Description' },
    ],
    calls: ({ Name = '', SecretString, Description }) => [
      callOf('secretsmanager', 'CreateSecret', {
        Name,
        SecretString,
        ...(Description && { Description }),
        ClientRequestToken: crypto.randomUUID(),
      }),
    ],
    opens: (_, [output]) => (output as { ARN: string }).ARN,
  },
  remove: (SecretId) => [callOf('secretsmanager', 'DeleteSecret', { SecretId, ForceDeleteWithoutRecovery: true })],
  load: (SecretId, { call }) => call('secretsmanager', 'DescribeSecret', { SecretId }),
  facts: (secret) => [
    ['ARN', secret.ARN, 'copy'],
    ['Description', secret.Description],
    ['Rotation', secret.RotationEnabled ? 'on' : 'off'],
    ['Rotated by', secret.RotationLambdaARN, 'arn'],
    ['Changed', secret.LastChangedDate, 'time'],
    ['Deleted', secret.DeletedDate, 'time'],
  ],
  tabs: [
    {
      id: 'versions',
      title: 'Versions',
      view: ({ VersionIdsToStages = {} }) => (
        <Table
          label="versions"
          rows={Object.entries(VersionIdsToStages as Record<string, string[]>)}
          keyOf={([id]) => id}
          columns={[
            ['Version', ([id]) => id, 'mono'],
            ['Stages', ([, stages]) => stages.join(', ')],
          ]}
        />
      ),
    },
  ],
  actions: ({ ARN = '' }) => [
    {
      title: 'Show value',
      submit: 'Show the value',
      fields: [{ name: 'VersionStage', label: 'Stage', initial: 'AWSCURRENT' }],
      calls: ({ VersionStage }) => [callOf('secretsmanager', 'GetSecretValue', { SecretId: ARN, ...(VersionStage && { VersionStage }) })],
      done: ([output]) => <Json value={(output as { SecretString?: string }).SecretString ?? output} label="Value" />,
    },
    {
      title: 'Change value',
      submit: 'Put a new version',
      fields: [{ name: 'SecretString', label: 'Value', kind: 'area', required: true }],
      calls: ({ SecretString }) => [
        callOf('secretsmanager', 'PutSecretValue', { SecretId: ARN, SecretString, ClientRequestToken: crypto.randomUUID() }),
      ],
    },
  ],
});
