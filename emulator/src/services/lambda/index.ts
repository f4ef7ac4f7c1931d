// Manifest of the function service (Lambda).
import { operationsIn, service } from '#core/service';

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
  resourceMembers: [
    'FunctionName',
    'LayerName',
    'UUID',
    'CodeSigningConfigArn',
    'CapacityProviderName',
    'Resource',
    'ResourceArn',
    'DurableExecutionArn',
    'Arn',
  ],
  operations: [
    operationsIn(() => import('./functions/create.ts'), 'CreateFunction'),
    operationsIn(() => import('./functions/read.ts'), 'GetFunction', 'GetFunctionConfiguration', 'ListFunctions'),
    operationsIn(() => import('./functions/update.ts'), 'UpdateFunctionCode', 'UpdateFunctionConfiguration'),
    operationsIn(() => import('./functions/delete.ts'), 'DeleteFunction'),
    operationsIn(() => import('./invoke/invoke.ts'), 'Invoke', 'InvokeAsync'),
    operationsIn(() => import('./invoke/invoke-streamed.ts'), 'InvokeWithResponseStream'),
    operationsIn(() => import('./functions/versions.ts'), 'PublishVersion', 'ListVersionsByFunction'),
    operationsIn(() => import('./functions/aliases.ts'), 'CreateAlias', 'GetAlias', 'UpdateAlias', 'DeleteAlias', 'ListAliases'),
    operationsIn(() => import('./permissions/permissions.ts'), 'AddPermission', 'RemovePermission', 'GetPolicy'),
    operationsIn(() => import('./permissions/resource-policies.ts'), 'PutResourcePolicy', 'GetResourcePolicy', 'DeleteResourcePolicy'),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTags'),
    operationsIn(
      () => import('./functions/concurrency.ts'),
      'PutFunctionConcurrency',
      'GetFunctionConcurrency',
      'DeleteFunctionConcurrency',
    ),
    operationsIn(
      () => import('./events/event-invoke-configs.ts'),
      'PutFunctionEventInvokeConfig',
      'GetFunctionEventInvokeConfig',
      'UpdateFunctionEventInvokeConfig',
      'DeleteFunctionEventInvokeConfig',
      'ListFunctionEventInvokeConfigs',
    ),
    operationsIn(
      () => import('./mappings/mappings.ts'),
      'CreateEventSourceMapping',
      'GetEventSourceMapping',
      'UpdateEventSourceMapping',
      'DeleteEventSourceMapping',
      'ListEventSourceMappings',
    ),
    operationsIn(
      () => import('./layers/layers.ts'),
      'PublishLayerVersion',
      'GetLayerVersion',
      'GetLayerVersionByArn',
      'DeleteLayerVersion',
      'ListLayers',
      'ListLayerVersions',
    ),
    operationsIn(
      () => import('./layers/layer-permissions.ts'),
      'AddLayerVersionPermission',
      'RemoveLayerVersionPermission',
      'GetLayerVersionPolicy',
    ),
    operationsIn(
      () => import('./urls/url-configs.ts'),
      'CreateFunctionUrlConfig',
      'GetFunctionUrlConfig',
      'UpdateFunctionUrlConfig',
      'DeleteFunctionUrlConfig',
      'ListFunctionUrlConfigs',
    ),
    operationsIn(
      () => import('./provisioned/provisioned-concurrency.ts'),
      'PutProvisionedConcurrencyConfig',
      'GetProvisionedConcurrencyConfig',
      'DeleteProvisionedConcurrencyConfig',
      'ListProvisionedConcurrencyConfigs',
    ),
    operationsIn(() => import('./functions/runtime-management.ts'), 'PutRuntimeManagementConfig', 'GetRuntimeManagementConfig'),
    operationsIn(
      () => import('./signing/code-signing.ts'),
      'PutFunctionCodeSigningConfig',
      'GetFunctionCodeSigningConfig',
      'DeleteFunctionCodeSigningConfig',
    ),
    operationsIn(
      () => import('./signing/signing-configs.ts'),
      'CreateCodeSigningConfig',
      'GetCodeSigningConfig',
      'UpdateCodeSigningConfig',
      'DeleteCodeSigningConfig',
      'ListCodeSigningConfigs',
      'ListFunctionsByCodeSigningConfig',
    ),
    operationsIn(() => import('./recursion/recursion-config.ts'), 'PutFunctionRecursionConfig', 'GetFunctionRecursionConfig'),
    operationsIn(() => import('./functions/account.ts'), 'GetAccountSettings'),
    operationsIn(() => import('./scaling/scaling-config.ts'), 'PutFunctionScalingConfig', 'GetFunctionScalingConfig'),
    operationsIn(() => import('./capacity/capacity-providers.ts'), ...CAPACITY),
    operationsIn(() => import('./durable/durable-executions.ts'), ...DURABLES),
  ],
  recordsOnly: { ...saying(DURABLE, DURABLES), ...saying(MANAGED, CAPACITY) },
  guard: () => import('./permissions/guard.ts'),
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
    '/_cloud/function/code/': { audience: 'everyone', effect: 'reads', load: () => import('./code/download.ts') },
    '/_cloud/function/debug': { audience: 'clients', effect: 'changes', load: () => import('./debug/debug.ts') },
    '/_cloud/function/runtimes': { audience: 'everyone', effect: 'reads', load: () => import('./runtimes/list-runtimes.ts') },
  },
});

function saying(sentence: string, operations: readonly string[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [operation, sentence]));
}
