// Stacks: resources, events as they come, outputs, parameters, the template, drift.

import type { Scope } from '#api/model.ts';
import { callOf, type OutputOf } from '#api/model.ts';
import { SECTIONS_OF_ARNS } from '#shell/arn-sections.ts';
import { arnParts, pathOf } from '#shell/paths.ts';
import { pretty, shownTime } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Loaded, toneOf } from '#ui/parts.tsx';
import { type Api, type Fact, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { Middle } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

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

const PARAMETERS = { name: 'parameters', label: 'Parameters', kind: 'json', placeholder: '{"Stage": "dev"}' } as const;

const parametersIn = (json: string | undefined) =>
  json
    ? {
        Parameters: Object.entries(JSON.parse(json) as Record<string, unknown>).map(([ParameterKey, value]) => ({
          ParameterKey,
          ParameterValue: String(value),
        })),
      }
    : {};

const valuesOf = (parameters: NonNullable<Stack['Parameters']>): object =>
  Object.fromEntries(parameters.map(({ ParameterKey, ParameterValue }) => [ParameterKey, ParameterValue]));

type Drift = OutputOf<'cloudformation', 'DescribeStackResourceDrifts'>['StackResourceDrifts'] extends (infer D)[] | undefined ? D : never;

/** The properties that are not as the template has them, of each resource that was compared. */
function Drifts({ stack, api }: { stack: string; api: Api }) {
  const loaded = useLoaded(`drifts ${stack} ${api.scope.region}`, async () => {
    const { StackResourceDrifts } = await api.call('cloudformation', 'DescribeStackResourceDrifts', { StackName: stack });
    return (StackResourceDrifts ?? []) as Drift[];
  });
  return (
    <Loaded of={loaded}>
      {(drifts) => (
        <Table
          label="resources"
          rows={drifts}
          keyOf={({ LogicalResourceId = '' }) => LogicalResourceId}
          empty="Nothing was compared yet: “Detect drift” compares each resource with the template."
          columns={[
            ['Logical id', 'LogicalResourceId'],
            ['State', 'StackResourceDriftStatus', 'badge'],
            ['Type', 'ResourceType'],
            ['Differences', ({ PropertyDifferences }) => differencesOf(PropertyDifferences), 'mono'],
            ['Compared', 'Timestamp', 'time'],
          ]}
        />
      )}
    </Loaded>
  );
}

const differencesOf = (differences: Drift['PropertyDifferences']): string =>
  (differences ?? [])
    .map(({ PropertyPath, ExpectedValue, ActualValue }) => `${PropertyPath}: ${ExpectedValue ?? 'nothing'} → ${ActualValue ?? 'nothing'}`)
    .join('; ');

/** Reasons that say only that something else failed. */
const CONSEQUENCE = /^(Resource (creation|update|deletion) cancelled|The following resource\(s\) failed|Rollback requested)/;

/** Why each resource failed in the last deployment, by logical id, the first one first. Events come newest first. */
function reasonsOf({ events, stack }: Pick<Detail, 'events' | 'stack'>): ReadonlyMap<string, string> {
  const start = events.findIndex(
    ({ PhysicalResourceId, ResourceStatus = '' }) =>
      PhysicalResourceId === stack.StackId && /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus),
  );
  const last = start < 0 ? events : events.slice(0, start);
  const failed = last.filter(({ ResourceStatus = '', ResourceStatusReason }) => ResourceStatus.endsWith('_FAILED') && ResourceStatusReason);
  const causes = failed.filter(({ ResourceStatusReason = '' }) => !CONSEQUENCE.test(ResourceStatusReason));
  const told = causes.length > 0 ? causes : failed;
  return new Map(told.reverse().map(({ LogicalResourceId = '', ResourceStatusReason = '' }) => [LogicalResourceId, ResourceStatusReason]));
}

export const view = resource<Stack, Detail>({
  about: 'Stacks are resources that a template describes, made and deleted together.',
  example: 'cloudformation deploy --stack-name shop --template-file template.yaml',
  nameOf: ({ StackName = '' }) => StackName,
  columns: [
    ['Name', 'StackName'],
    ['State', 'StackStatus', 'badge'],
    ['Description', 'Description'],
    ['Created', 'CreationTime', 'time'],
    ['Updated', 'LastUpdatedTime', 'time'],
  ],
  create: {
    title: 'Create stack',
    submit: 'Create stack',
    fields: [
      { name: 'StackName', label: 'Name', required: true },
      { name: 'TemplateBody', label: 'Template', kind: 'area', required: true, initial: TEMPLATE, hint: 'JSON or YAML' },
      PARAMETERS,
    ],
    calls: ({ StackName = '', TemplateBody, parameters }) => [
      callOf('cloudformation', 'CreateStack', { StackName, TemplateBody, ...parametersIn(parameters), Capabilities: [...CAPABILITIES] }),
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
  facts: ({ stack, events }) => [
    ['State', stack.StackStatus, 'badge'],
    ...(toneOf(stack.StackStatus ?? '') === 'bad'
      ? [...reasonsOf({ stack, events })].map(([id, reason]): Fact => [`${id} failed`, reason, 'long'])
      : []),
    ['Reason', stack.StackStatusReason ?? undefined, 'long'],
    ['ARN', stack.StackId, 'copy'],
    ['Created', stack.CreationTime, 'time'],
    ['Updated', stack.LastUpdatedTime, 'time'],
    ['Drift', stack.DriftInformation?.StackDriftStatus ?? undefined],
  ],
  tabs: [
    {
      id: 'resources',
      title: 'Resources',
      count: ({ resources }) => resources.length,
      view: ({ resources, ...detail }, { api }) => (
        <Table
          label="resources"
          rows={resources}
          keyOf={({ LogicalResourceId = '' }) => LogicalResourceId}
          columns={[
            ['Logical id', 'LogicalResourceId'],
            ['State', 'ResourceStatus', 'badge'],
            [
              'Reason',
              ({ ResourceStatusReason, LogicalResourceId = '' }) => ResourceStatusReason ?? reasonsOf(detail).get(LogicalResourceId),
              'long',
            ],
            ['Type', 'ResourceType'],
            [
              'Physical id',
              'PhysicalResourceId',
              'mono',
              (one) => {
                const href = pageOfResource(one, api.scope);
                const id = <Middle text={one.PhysicalResourceId ?? ''} />;
                return href ? <a href={href}>{id}</a> : id;
              },
            ],
            ['Drift', ({ DriftInformation }) => DriftInformation?.StackResourceDriftStatus, 'badge'],
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
            ['Logical id', 'LogicalResourceId'],
            ['State', 'ResourceStatus', 'badge'],
            ['Time', ({ Timestamp }) => shownTime(Timestamp, { millis: true }), 'time'],
            ['Reason', 'ResourceStatusReason', 'long'],
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
            ['Name', 'OutputKey'],
            ['Value', 'OutputValue', 'mono'],
            ['Export', 'ExportName'],
            ['Description', 'Description'],
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
            ['Name', 'ParameterKey'],
            ['Value', 'ParameterValue', 'mono'],
            ['Resolved', 'ResolvedValue', 'mono'],
          ]}
        />
      ),
    },
    { id: 'drift', title: 'Drift', view: (_, { api, name }) => <Drifts stack={name} api={api} /> },
    { id: 'template', title: 'Template', view: ({ template }) => <Json value={template} label="Template" /> },
  ],
  actions: ({ stack: { StackName = '', Parameters }, template }) => [
    {
      title: 'Detect drift',
      submit: 'Compare with the template',
      fields: [],
      intro: <p>Compares each resource with the template; the tab “Drift” shows the outcome.</p>,
      calls: () => [callOf('cloudformation', 'DetectStackDrift', { StackName })],
      leadsTo: () => '?tab=drift',
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
        { ...PARAMETERS, initial: Parameters?.length ? pretty(valuesOf(Parameters)) : '' },
      ],
      calls: ({ TemplateBody, parameters }) => [
        callOf('cloudformation', 'UpdateStack', { StackName, TemplateBody, ...parametersIn(parameters), Capabilities: [...CAPABILITIES] }),
      ],
      leadsTo: () => '?tab=events',
    },
  ],
});
