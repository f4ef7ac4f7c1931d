// Functions: facts, test, logs, versions, triggers, configuration, the state of hot reload.
import { callOf, type OutputOf } from '#api/model.ts';
import { LogView } from '#resources/logs/log-view.tsx';
import { permissionsTab } from '#resources/permissions-tab.tsx';
import { shownBytes, shownTime } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { CREATE_FUNCTION, updateCode } from './create-function.ts';
import { DurableExecutions, type ExecutionItem, readExecutions } from './durable/durable-executions.tsx';
import { reloadLines } from './hot-reload.ts';
import { TestTab } from './test-tab.tsx';
import { type Mapping, TriggersTab } from './triggers-tab.tsx';

type Configuration = NonNullable<OutputOf<'lambda', 'ListFunctions'>['Functions']>[number];
interface Detail {
  readonly configuration: Configuration;
  readonly location: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly concurrency: number | undefined;
  readonly versions: readonly Configuration[];
  readonly aliases: NonNullable<OutputOf<'lambda', 'ListAliases'>['Aliases']>;
  readonly mappings: readonly Mapping[];
  readonly url: string | undefined;
  /** A function that is not durable has none. */
  readonly executions: readonly ExecutionItem[] | undefined;
}

export const view = resource<Configuration, Detail>({
  about: 'Functions run your code when an event, a request or a message comes.',
  example:
    'lambda create-function --function-name hello --runtime nodejs22.x --handler index.handler --role arn:aws:iam::000000000000:role/any --zip-file fileb://hello.zip',
  nameOf: ({ FunctionName = '' }) => FunctionName,
  columns: [
    ['Name', 'FunctionName'],
    ['Runtime', ({ Runtime, PackageType }) => Runtime ?? PackageType],
    ['Handler', 'Handler', 'mono'],
    ['Memory', 'MemorySize', 'number', ({ MemorySize }) => `${MemorySize} MB`],
    ['Timeout', 'Timeout', 'number', ({ Timeout }) => `${Timeout} s`],
    ['Changed', 'LastModified', 'time'],
    ['ARN', 'FunctionArn', 'arn'],
  ],
  create: CREATE_FUNCTION,
  remove: (FunctionName) => [callOf('lambda', 'DeleteFunction', { FunctionName })],
  load: async (FunctionName, api) => {
    const { call } = api;
    const [got, { Versions = [] }, { Aliases = [] }, { EventSourceMappings = [] }, { FunctionUrlConfigs = [] }] = await Promise.all([
      call('lambda', 'GetFunction', { FunctionName }),
      call('lambda', 'ListVersionsByFunction', { FunctionName }),
      call('lambda', 'ListAliases', { FunctionName }),
      call('lambda', 'ListEventSourceMappings', { FunctionName }),
      call('lambda', 'ListFunctionUrlConfigs', { FunctionName }),
    ]);
    return {
      configuration: got.Configuration!,
      location: got.Code?.Location,
      tags: (got.Tags ?? {}) as Record<string, string>,
      concurrency: got.Concurrency?.ReservedConcurrentExecutions,
      versions: Versions,
      aliases: Aliases,
      mappings: EventSourceMappings,
      url: FunctionUrlConfigs[0]?.FunctionUrl,
      executions: got.Configuration?.DurableConfig && (await readExecutions(FunctionName, api)),
    };
  },
  facts: ({ configuration, location, concurrency, url }, { name }) => [
    ['State', configuration.State, 'badge'],
    ['Reason', configuration.StateReason, 'long'],
    ['ARN', configuration.FunctionArn, 'copy'],
    ['Runtime', configuration.Runtime ?? configuration.PackageType],
    ['Handler', configuration.Handler],
    ['Role', configuration.Role, 'copy'],
    ['Memory and timeout', `${configuration.MemorySize} MB, ${configuration.Timeout} s`],
    ['Code', location?.startsWith('file:') ? location : shownBytes(configuration.CodeSize)],
    location?.startsWith('file:') ? ['Hot reload', hotReloadState(name)] : undefined,
    ['URL', url && everywhere(url), 'copy'],
    ['URL with a host name of its own', url, 'copy'],
    ['Durable', configuration.DurableConfig && durability(configuration.DurableConfig)],
    ['Reserved concurrency', concurrency === undefined ? undefined : String(concurrency)],
    ['Changed', configuration.LastModified, 'time'],
  ],
  tabs: [
    {
      id: 'test',
      title: 'Test',
      view: ({ configuration: { CodeSha256 = '', DurableConfig } }, { api, name }) => (
        <TestTab name={name} codeHash={CodeSha256} isDurable={DurableConfig !== undefined} api={api} />
      ),
    },
    {
      id: 'executions',
      title: 'Executions',
      isThere: ({ executions }) => executions !== undefined,
      count: ({ executions }) => executions?.length,
      view: ({ executions = [] }, { api }) => <DurableExecutions executions={executions} api={api} />,
    },
    {
      id: 'logs',
      title: 'Logs',
      view: ({ configuration }, { api, name }) => (
        <LogView group={configuration.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`} api={api} />
      ),
    },
    permissionsTab(({ configuration }) => configuration.Role),
    {
      id: 'versions',
      title: 'Versions and aliases',
      count: ({ versions }) => versions.length,
      view: ({ versions, aliases }) => (
        <div class="stack">
          <Table
            label="versions"
            rows={versions}
            keyOf={({ Version = '' }) => Version}
            columns={[
              ['Version', 'Version'],
              ['Description', 'Description'],
              ['Runtime', 'Runtime'],
              ['Changed', 'LastModified', 'time'],
              ['Code hash', 'CodeSha256', 'mono'],
            ]}
          />
          <Table
            label="aliases"
            rows={aliases}
            filterable={false}
            keyOf={({ Name = '' }) => Name}
            empty="No alias."
            columns={[
              ['Alias', 'Name'],
              ['Version', 'FunctionVersion'],
              ['Description', 'Description'],
            ]}
          />
        </div>
      ),
    },
    {
      id: 'triggers',
      title: 'Triggers',
      count: ({ mappings }) => mappings.length,
      view: ({ mappings, configuration: { FunctionArn = '' } }, { api, name, reload }) => (
        <TriggersTab name={name} arn={FunctionArn} mappings={mappings} api={api} reload={reload} />
      ),
    },
    {
      id: 'configuration',
      title: 'Configuration',
      view: ({ configuration, tags }) => (
        <div class="columns">
          <section class="stack">
            <h2>Variables</h2>
            <Json value={configuration.Environment?.Variables ?? {}} label="Variables" />
          </section>
          <section class="stack">
            <h2>Layers and tags</h2>
            <Json value={{ Layers: configuration.Layers?.map(({ Arn }) => Arn) ?? [], Tags: tags }} label="Layers and tags" />
          </section>
        </div>
      ),
    },
  ],
  actions: ({ configuration: { Runtime = '', PackageType, Environment, MemorySize, Timeout, Layers = [] }, url }, { name }) => [
    ...(PackageType === 'Image' ? [] : [updateCode(name, Runtime)]),
    {
      title: 'Configure',
      submit: 'Update the configuration',
      fields: [
        { name: 'MemorySize', label: 'Memory in MB', kind: 'number', initial: String(MemorySize) },
        { name: 'Timeout', label: 'Timeout in seconds', kind: 'number', initial: String(Timeout) },
        { name: 'variables', label: 'Variables', kind: 'json', initial: JSON.stringify(Environment?.Variables ?? {}, undefined, 2) },
        {
          name: 'layers',
          label: 'Layers',
          kind: 'area',
          hint: 'ARNs of layer versions.',
          initial: Layers.map(({ Arn }) => Arn).join('\n'),
        },
      ],
      calls: ({ MemorySize: memory, Timeout: seconds, variables, layers = '' }) => [
        callOf('lambda', 'UpdateFunctionConfiguration', {
          FunctionName: name,
          ...(memory && { MemorySize: Number(memory) }),
          ...(seconds && { Timeout: Number(seconds) }),
          Environment: { Variables: JSON.parse(variables || '{}') as Record<string, string> },
          Layers: layers.split(/\s+/).filter(Boolean),
        }),
      ],
    },
    ...(url === undefined
      ? [
          {
            title: 'Create URL',
            submit: 'Create URL',
            fields: [{ name: 'AuthType', label: 'Who may call it', kind: 'select', options: URL_ACCESS } as const],
            calls: ({ AuthType = 'NONE' }) => [
              callOf('lambda', 'CreateFunctionUrlConfig', { FunctionName: name, AuthType: AuthType as 'NONE' }),
              ...(AuthType === 'NONE' ? [openUrl(name)] : []),
            ],
          },
        ]
      : []),
    {
      title: 'Publish version',
      submit: 'Publish',
      fields: [{ name: 'Description', label: 'Description' }],
      calls: ({ Description }) => [callOf('lambda', 'PublishVersion', { FunctionName: name, ...(Description && { Description }) })],
      leadsTo: () => '?tab=versions',
    },
  ],
});

const durability = ({ ExecutionTimeout, RetentionPeriodInDays }: NonNullable<Configuration['DurableConfig']>): string =>
  `executions take ${ExecutionTimeout} s at most, and are kept for ${RetentionPeriodInDays} days`;

/** The address of a function URL that needs no name server: `http://<id>.lambda-url.…/` → `…/_function-url/<id>/`. */
const everywhere = (url: string): string => `${location.origin}/_function-url/${new URL(url).hostname.split('.')[0]}/`;

const URL_ACCESS = [
  ['NONE', 'Everybody'],
  ['AWS_IAM', 'Signed requests'],
] as const;

/** The statement that the console of the cloud adds to the policy for a URL that is open to everybody. */
const openUrl = (FunctionName: string) =>
  callOf('lambda', 'AddPermission', {
    FunctionName,
    StatementId: 'FunctionURLAllowPublicAccess',
    Action: 'lambda:InvokeFunctionUrl',
    Principal: '*',
    FunctionUrlAuthType: 'NONE',
  });

function hotReloadState(name: string): string {
  const line = reloadLines(name).at(-1);
  return line ? `${shownTime(line.atMs, { day: false })} ${line.text}` : 'watches the folder; no change yet';
}
