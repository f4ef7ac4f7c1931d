// Roles: who may take them, and what they allow.
import { callOf, type OutputOf } from '#api/model.ts';
import { permissionsTab } from '#resources/permissions-tab.tsx';
import { pathOf } from '#shell/paths.ts';
import { pretty } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Entry = OutputOf<'iam', 'ListRoles'>['Roles'] extends (infer R)[] | undefined ? R : never;
interface Role {
  readonly role: Entry;
  readonly inline: readonly { readonly name: string; readonly document: string }[];
  readonly attached: readonly { readonly PolicyName?: string | undefined; readonly PolicyArn?: string | undefined }[];
}

/** The service encodes documents like parts of an address. */
const decoded = (text: string | undefined): string => (text?.startsWith('%') ? decodeURIComponent(text) : (text ?? ''));

const POLICY = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*' }] };

export const view = resource<Entry, Role>({
  about: 'Roles are identities that functions, rules and people take for a while.',
  example: `iam create-role --role-name worker --assume-role-policy-document '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"},"Action":"sts:AssumeRole"}]}'`,
  nameOf: ({ RoleName = '' }) => RoleName,
  columns: [
    ['Name', 'RoleName'],
    ['Path', 'Path'],
    ['Created', 'CreateDate', 'time'],
    ['ARN', 'Arn', 'arn'],
  ],
  create: {
    title: 'Create role',
    submit: 'Create role',
    fields: [
      { name: 'RoleName', label: 'Name', required: true },
      { name: 'service', label: 'Trusted service', initial: 'lambda.amazonaws.com', required: true },
    ],
    calls: ({ RoleName = '', service = '' }) => [
      callOf('iam', 'CreateRole', {
        RoleName,
        AssumeRolePolicyDocument: JSON.stringify({
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
        }),
      }),
    ],
    opens: ({ RoleName }) => RoleName,
  },
  remove: (RoleName) => [callOf('iam', 'DeleteRole', { RoleName })],
  load: async (RoleName, { call }) => {
    const [{ Role }, { PolicyNames }, { AttachedPolicies }] = await Promise.all([
      call('iam', 'GetRole', { RoleName }),
      call('iam', 'ListRolePolicies', { RoleName }),
      call('iam', 'ListAttachedRolePolicies', { RoleName }),
    ]);
    const inline = await Promise.all(
      (PolicyNames ?? []).map(async (PolicyName) => {
        const { PolicyDocument } = await call('iam', 'GetRolePolicy', { RoleName, PolicyName });
        return { name: PolicyName, document: decoded(PolicyDocument) };
      }),
    );
    return { role: Role as Entry, inline, attached: AttachedPolicies ?? [] };
  },
  facts: ({ role }, { api }) => [
    ['ARN', role.Arn, 'copy'],
    ['Created', role.CreateDate, 'time'],
    ['Description', role.Description ?? undefined],
    ['What it may do', <a href={`${pathOf(api.scope, 'simulator')}?principal=${encodeURIComponent(role.Arn ?? '')}`}>Simulate</a>],
    ['Longest session', role.MaxSessionDuration ? `${role.MaxSessionDuration} s` : undefined],
  ],
  actions: ({ role: { RoleName = '', AssumeRolePolicyDocument } }) => [
    {
      title: 'Put policy',
      submit: 'Put the policy',
      fields: [
        { name: 'PolicyName', label: 'Name', required: true, initial: 'allow' },
        { name: 'PolicyDocument', label: 'Policy', kind: 'json', required: true, initial: pretty(POLICY) },
      ],
      calls: ({ PolicyName = '', PolicyDocument = '' }) => [callOf('iam', 'PutRolePolicy', { RoleName, PolicyName, PolicyDocument })],
    },
    {
      title: 'Attach policy',
      submit: 'Attach the policy',
      fields: [{ name: 'PolicyArn', label: 'ARN', required: true, placeholder: 'arn:aws:iam::aws:policy/AmazonSQSFullAccess' }],
      calls: ({ PolicyArn = '' }) => [callOf('iam', 'AttachRolePolicy', { RoleName, PolicyArn })],
    },
    {
      title: 'Edit trust',
      submit: 'Update the trust policy',
      fields: [
        { name: 'PolicyDocument', label: 'Policy', kind: 'json', required: true, initial: pretty(decoded(AssumeRolePolicyDocument)) },
      ],
      calls: ({ PolicyDocument = '' }) => [callOf('iam', 'UpdateAssumeRolePolicy', { RoleName, PolicyDocument })],
    },
  ],
  tabs: [
    {
      id: 'trust',
      title: 'Trust policy',
      view: ({ role }) => <Json value={decoded(role.AssumeRolePolicyDocument)} label="Trust policy" />,
    },
    {
      id: 'policies',
      title: 'Policies',
      count: ({ inline, attached }) => inline.length + attached.length,
      view: ({ inline, attached }) => (
        <div class="stack">
          <Table
            label="managed policies"
            rows={attached}
            keyOf={({ PolicyArn = '' }) => PolicyArn}
            filterable={false}
            empty="No managed policy is attached."
            columns={[
              ['Managed policy', 'PolicyName'],
              ['ARN', 'PolicyArn', 'arn'],
            ]}
          />
          {inline.map(({ name, document }) => (
            <section key={name} class="stack">
              <h2>{name}</h2>
              <Json value={document} label={name} />
            </section>
          ))}
        </div>
      ),
    },
    permissionsTab(({ role }) => role.Arn),
  ],
});
