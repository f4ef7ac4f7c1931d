// The function service.
import { nouns, service } from '#core/service';

const DURABLE = 'executions are recorded as failed and not run; no callback or checkpoint ever waits';
const MANAGED = 'no instances are started; functions that name a capacity provider run as others do here';

const CAPACITY = [
  'CreateCapacityProvider',
  'GetCapacityProvider',
  'UpdateCapacityProvider',
  'DeleteCapacityProvider',
  'ListCapacityProviders',
  'ListFunctionVersionsByCapacityProvider',
] as const;

const DURABLES = [
  'CheckpointDurableExecution',
  'GetDurableExecution',
  'GetDurableExecutionHistory',
  'GetDurableExecutionState',
  'ListDurableExecutionsByFunction',
  'SendDurableExecutionCallbackFailure',
  'SendDurableExecutionCallbackHeartbeat',
  'SendDurableExecutionCallbackSuccess',
  'StopDurableExecution',
] as const;

export const lambda = service('lambda', {
  operations: [
    nouns(() => import('./functions/create.ts'), 'CreateFunction'),
    nouns(() => import('./functions/read.ts'), 'GetFunction', 'GetFunctionConfiguration', 'ListFunctions'),
    nouns(() => import('./functions/update.ts'), 'UpdateFunctionCode', 'UpdateFunctionConfiguration'),
    nouns(() => import('./functions/delete.ts'), 'DeleteFunction'),
    nouns(() => import('./invoke.ts'), 'Invoke', 'InvokeAsync'),
    nouns(() => import('./invoke-streamed.ts'), 'InvokeWithResponseStream'),
    nouns(() => import('./versions.ts'), 'PublishVersion', 'ListVersionsByFunction'),
    nouns(() => import('./aliases.ts'), 'CreateAlias', 'GetAlias', 'UpdateAlias', 'DeleteAlias', 'ListAliases'),
    nouns(() => import('./permissions.ts'), 'AddPermission', 'RemovePermission', 'GetPolicy'),
    nouns(() => import('./resource-policies.ts'), 'PutResourcePolicy', 'GetResourcePolicy', 'DeleteResourcePolicy'),
    nouns(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTags'),
    nouns(() => import('./concurrency.ts'), 'PutFunctionConcurrency', 'GetFunctionConcurrency', 'DeleteFunctionConcurrency'),
    nouns(
      () => import('./event-invoke-configs.ts'),
      'PutFunctionEventInvokeConfig',
      'GetFunctionEventInvokeConfig',
      'UpdateFunctionEventInvokeConfig',
      'DeleteFunctionEventInvokeConfig',
      'ListFunctionEventInvokeConfigs',
    ),
    nouns(
      () => import('./mappings/mappings.ts'),
      'CreateEventSourceMapping',
      'GetEventSourceMapping',
      'UpdateEventSourceMapping',
      'DeleteEventSourceMapping',
      'ListEventSourceMappings',
    ),
    nouns(
      () => import('./layers/layers.ts'),
      'PublishLayerVersion',
      'GetLayerVersion',
      'GetLayerVersionByArn',
      'DeleteLayerVersion',
      'ListLayers',
      'ListLayerVersions',
    ),
    nouns(
      () => import('./layers/layer-permissions.ts'),
      'AddLayerVersionPermission',
      'RemoveLayerVersionPermission',
      'GetLayerVersionPolicy',
    ),
    nouns(
      () => import('./urls/url-configs.ts'),
      'CreateFunctionUrlConfig',
      'GetFunctionUrlConfig',
      'UpdateFunctionUrlConfig',
      'DeleteFunctionUrlConfig',
      'ListFunctionUrlConfigs',
    ),
    nouns(
      () => import('./provisioned/provisioned-concurrency.ts'),
      'PutProvisionedConcurrencyConfig',
      'GetProvisionedConcurrencyConfig',
      'DeleteProvisionedConcurrencyConfig',
      'ListProvisionedConcurrencyConfigs',
    ),
    nouns(() => import('./runtime-management.ts'), 'PutRuntimeManagementConfig', 'GetRuntimeManagementConfig'),
    nouns(
      () => import('./code-signing.ts'),
      'PutFunctionCodeSigningConfig',
      'GetFunctionCodeSigningConfig',
      'DeleteFunctionCodeSigningConfig',
    ),
    nouns(
      () => import('./signing-configs.ts'),
      'CreateCodeSigningConfig',
      'GetCodeSigningConfig',
      'UpdateCodeSigningConfig',
      'DeleteCodeSigningConfig',
      'ListCodeSigningConfigs',
      'ListFunctionsByCodeSigningConfig',
    ),
    nouns(() => import('./recursion/recursion-config.ts'), 'PutFunctionRecursionConfig', 'GetFunctionRecursionConfig'),
    nouns(() => import('./account.ts'), 'GetAccountSettings'),
    nouns(() => import('./scaling/scaling-config.ts'), 'PutFunctionScalingConfig', 'GetFunctionScalingConfig'),
    nouns(() => import('./capacity/capacity-providers.ts'), ...CAPACITY),
    nouns(() => import('./durable/durable-executions.ts'), ...DURABLES),
  ],
  recordsOnly: { ...saying(DURABLE, DURABLES), ...saying(MANAGED, CAPACITY) },
  guard: () => import('./guard.ts'),
  targets: {
    function: {
      arn: /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9-_]+(?::(?:\$LATEST|[A-Za-z0-9-_]+))?$/,
      load: () => import('./target.ts'),
    },
  },
  resources: {
    'AWS::Lambda::Function': () => import('./resources/function.ts'),
    'AWS::Lambda::Version': () => import('./resources/version.ts'),
    'AWS::Lambda::CodeSigningConfig': () => import('./resources/code-signing-config.ts'),
    'AWS::Lambda::Alias': () => import('./resources/alias.ts'),
    'AWS::Lambda::Permission': () => import('./resources/permission.ts'),
    'AWS::Lambda::EventInvokeConfig': () => import('./resources/event-invoke-config.ts'),
    'AWS::Lambda::EventSourceMapping': () => import('./resources/event-source-mapping.ts'),
    'AWS::Lambda::LayerVersion': () => import('./resources/layer-version.ts'),
    'AWS::Lambda::LayerVersionPermission': () => import('./resources/layer-version-permission.ts'),
    'AWS::Lambda::Url': () => import('./resources/url.ts'),
  },
  work: {
    'lambda.settle': () => import('./work.ts'),
    'lambda.event': () => import('./work.ts'),
    'lambda.provision': () => import('./provisioned/work.ts'),
    'lambda.poll': () => import('./mappings/work.ts'),
    'lambda.scale': () => import('./scaling/work.ts'),
    'lambda.forget-durable': () => import('./durable/work.ts'),
  },
  openRoutes: [{ hosts: /^[a-z0-9-]+\.lambda-url\.[a-z0-9-]+\./, prefix: '/_function-url/', load: () => import('./urls/answer-url.ts') }],
  routes: {
    '/_cloud/function/code/': () => import('./code/download.ts'),
    '/_cloud/function/runtimes': () => import('./list-runtimes.ts'),
  },
});

function saying(sentence: string, operations: readonly string[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [operation, sentence]));
}
