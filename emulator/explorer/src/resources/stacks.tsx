// Stacks: resources, events as they come, outputs, parameters, the template, drift.

import type { Scope } from '#api/model.ts';
import { callOf, type OutputOf } from '#api/model.ts';
import { SECTIONS_OF_ARNS } from '#shell/arn-sections.ts';
import { arnParts, pathOf } from '#shell/paths.ts';
import { shownTime } from '#ui/format.ts';
import { Badge, Json } from '#ui/parts.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Stack = OutputOf<'cloudformation', 'DescribeStacks'>['Stacks'] extends (infer S)[] | undefined ? S : never;
type StackResource = OutputOf<'cloudformation', 'ListStackResources'>['StackResourceSummaries'] extends (infer S)[] | undefined ? S : never;
type StackEvent = OutputOf<'cloudformation', 'DescribeStackEvents'>['StackEvents'] extends (infer S)[] | undefined ? S : never;
interface Detail {
  readonly stack: Stack;
  readonly resources: readonly StackResource[];
  readonly events: readonly StackEvent[];
  readonly template: string;
}

const CAPABILITIES = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'] as const;
const TEMPLATE = `Resources:
  Orders:
    Type: AWS::SQS::Queue
`;

/** Sections whose pages are named by the physical id of a resource of that type. */
const SECTIONS_OF_TYPES: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'functions',
  'AWS::DynamoDB::Table': 'tables',
  'AWS::S3::Bucket': 'buckets',
  'AWS::Kinesis::Stream': 'streams',
  'AWS::Logs::LogGroup': 'log-groups',
  'AWS::Events::EventBus': 'buses',
  'AWS::SSM::Parameter': 'parameters',
  'AWS::KMS::Key': 'keys',
  'AWS::IAM::Role': 'roles',
  'AWS::SNS::Topic': 'topics',
  'AWS::SecretsManager::Secret': 'secrets',
  'AWS::CloudFormation::Stack': 'stacks',
  'AWS::ECR::Repository': 'repositories',
};

function pageOfResource({ ResourceType = '', PhysicalResourceId }: StackResource, scope: Scope): string | undefined {
  if (!PhysicalResourceId) return undefined;
  const section = SECTIONS_OF_TYPES[ResourceType];
  const arn = arnParts(PhysicalResourceId);
  const fromArn = arn && SECTIONS_OF_ARNS[arn.service]?.(arn.resource, PhysicalResourceId);
  if (fromArn) return pathOf(scope, fromArn.section, fromArn.name);
  if (ResourceType === 'AWS::SQS::Queue') return pathOf(scope, 'queues', PhysicalResourceId.split('/').at(-1));
  return section && pathOf(scope, section, PhysicalResourceId);
}

export const view = resource<Stack, Detail>({
  about: 'Stacks are resources that a template describes, made and deleted together.',
  example: 'cloudformation deploy --stack-name shop --template-file template.yaml',
  nameOf: ({ StackName = '' }) => StackName,
  columns: [
    { title: 'Name', text: ({ StackName }) => StackName },
    { title: 'State', text: ({ StackStatus }) => StackStatus, cell: ({ StackStatus }) => <Badge state={StackStatus} /> },
    { title: 'Description', text: ({ Description }) => Description ?? '' },
    { title: 'Created', text: ({ CreationTime }) => shownTime(CreationTime) },
    { title: 'Updated', text: ({ LastUpdatedTime }) => shownTime(LastUpdatedTime) },
  ],
  create: {
    title: 'Create stack',
    submit: 'Create stack',
    fields: [
      { name: 'StackName', label: 'Name', required: true },
      { name: 'TemplateBody', label: 'Template', kind: 'area', required: true, initial: TEMPLATE, hint: 'JSON or YAML' },
    ],
    calls: ({ StackName = '', TemplateBody }) => [
      callOf('cloudformation', 'CreateStack', { StackName, TemplateBody, Capabilities: [...CAPABILITIES] }),
    ],
    opens: ({ StackName }) => StackName,
  },
  remove: (StackName) => [callOf('cloudformation', 'DeleteStack', { StackName })],
  load: async (StackName, { call }) => {
    const [{ Stacks }, { StackResourceSummaries }, { StackEvents }, { TemplateBody }] = await Promise.all([
      call('cloudformation', 'DescribeStacks', { StackName }),
      call('cloudformation', 'ListStackResources', { StackName }),
      call('cloudformation', 'DescribeStackEvents', { StackName }),
      call('cloudformation', 'GetTemplate', { StackName }),
    ]);
    return {
      stack: Stacks![0] as Stack,
      resources: (StackResourceSummaries ?? []) as StackResource[],
      events: (StackEvents ?? []) as StackEvent[],
      template: TemplateBody ?? '',
    };
  },
  facts: ({ stack }) => [
    { label: 'State', value: <Badge state={stack.StackStatus} /> },
    { label: 'Reason', value: stack.StackStatusReason ?? undefined },
    { label: 'ARN', value: stack.StackId, copy: true },
    { label: 'Created', value: shownTime(stack.CreationTime) },
    { label: 'Updated', value: shownTime(stack.LastUpdatedTime) },
    { label: 'Drift', value: stack.DriftInformation?.StackDriftStatus ?? undefined },
  ],
  tabs: [
    {
      id: 'resources',
      title: 'Resources',
      count: ({ resources }) => resources.length,
      view: ({ resources }, { api }) => (
        <Table
          label="resources"
          rows={resources}
          keyOf={({ LogicalResourceId = '' }) => LogicalResourceId}
          columns={[
            { title: 'Logical id', text: ({ LogicalResourceId }) => LogicalResourceId },
            { title: 'Type', text: ({ ResourceType }) => ResourceType },
            {
              title: 'State',
              text: ({ ResourceStatus }) => ResourceStatus,
              cell: ({ ResourceStatus }) => <Badge state={ResourceStatus} />,
            },
            {
              title: 'Physical id',
              text: ({ PhysicalResourceId }) => PhysicalResourceId ?? '',
              cell: (one) => {
                const href = pageOfResource(one, api.scope);
                return href ? <a href={href}>{one.PhysicalResourceId}</a> : one.PhysicalResourceId;
              },
              kind: 'mono',
            },
            { title: 'Drift', text: ({ DriftInformation }) => DriftInformation?.StackResourceDriftStatus ?? '' },
            { title: 'Reason', text: ({ ResourceStatusReason }) => ResourceStatusReason ?? '' },
          ]}
        />
      ),
    },
    {
      id: 'events',
      title: 'Events',
      count: ({ events }) => events.length,
      view: ({ events }) => (
        <Table
          label="events"
          rows={events}
          keyOf={({ EventId = '' }) => EventId}
          columns={[
            { title: 'Time', text: ({ Timestamp }) => shownTime(Timestamp, { millis: true }), kind: 'mono' },
            { title: 'Logical id', text: ({ LogicalResourceId }) => LogicalResourceId ?? '' },
            {
              title: 'State',
              text: ({ ResourceStatus }) => ResourceStatus ?? '',
              cell: ({ ResourceStatus }) => <Badge state={ResourceStatus ?? undefined} />,
            },
            { title: 'Reason', text: ({ ResourceStatusReason }) => ResourceStatusReason ?? '' },
          ]}
        />
      ),
    },
    {
      id: 'outputs',
      title: 'Outputs',
      count: ({ stack }) => stack.Outputs?.length ?? 0,
      view: ({ stack }) => (
        <Table
          label="outputs"
          rows={stack.Outputs ?? []}
          keyOf={({ OutputKey = '' }) => OutputKey}
          columns={[
            { title: 'Name', text: ({ OutputKey }) => OutputKey },
            { title: 'Value', text: ({ OutputValue }) => OutputValue, kind: 'mono' },
            { title: 'Export', text: ({ ExportName }) => ExportName ?? '' },
            { title: 'Description', text: ({ Description }) => Description ?? '' },
          ]}
        />
      ),
    },
    {
      id: 'parameters',
      title: 'Parameters',
      count: ({ stack }) => stack.Parameters?.length ?? 0,
      view: ({ stack }) => (
        <Table
          label="parameters"
          rows={stack.Parameters ?? []}
          keyOf={({ ParameterKey = '' }) => ParameterKey}
          columns={[
            { title: 'Name', text: ({ ParameterKey }) => ParameterKey },
            { title: 'Value', text: ({ ParameterValue }) => ParameterValue, kind: 'mono' },
            { title: 'Resolved', text: ({ ResolvedValue }) => ResolvedValue ?? '', kind: 'mono' },
          ]}
        />
      ),
    },
    { id: 'template', title: 'Template', view: ({ template }) => <Json value={template} label="Template" /> },
  ],
  actions: ({ stack: { StackName = '' }, template }) => [
    {
      title: 'Detect drift',
      submit: 'Compare with the template',
      fields: [],
      intro: <p>Compares each resource with the template; the column “Drift” of the resources shows the outcome.</p>,
      calls: () => [callOf('cloudformation', 'DetectStackDrift', { StackName })],
    },
    {
      title: 'Update',
      submit: 'Update stack',
      fields: [
        {
          name: 'TemplateBody',
          label: 'Template',
          kind: 'area',
          required: true,
          initial: typeof template === 'string' ? template : JSON.stringify(template, undefined, 2),
        },
      ],
      calls: ({ TemplateBody }) => [callOf('cloudformation', 'UpdateStack', { StackName, TemplateBody, Capabilities: [...CAPABILITIES] })],
    },
  ],
});
