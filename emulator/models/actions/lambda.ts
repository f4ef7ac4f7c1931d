// Invocations have one action, and a function that is asked for by a version or an alias is a resource of its own (developer guide: "Fine-tuning the Resources
// and Conditions sections of policies"). Durable executions are judged by their own ARNs ("Security and permissions for Lambda durable functions").
import type { ActionFacts } from '../build/action-facts.ts';

const FUNCTION = 'arn:$p:lambda:$r:$a:function:{FunctionName:function}';
/** Actions whose resource carries the qualifier that the request names. */
const QUALIFIED = [
  ...['AddPermission', 'RemovePermission', 'GetPolicy', 'GetFunction', 'GetFunctionConfiguration', 'DeleteFunction'],
  ...['PutFunctionEventInvokeConfig', 'GetFunctionEventInvokeConfig', 'UpdateFunctionEventInvokeConfig', 'DeleteFunctionEventInvokeConfig'],
  ...['PutProvisionedConcurrencyConfig', 'GetProvisionedConcurrencyConfig', 'DeleteProvisionedConcurrencyConfig'],
];
const invoking = [{ action: 'InvokeFunction', on: [`${FUNCTION}:{Qualifier}`, FUNCTION] }];
const layer = (action: string) => [{ action, on: ['arn:$p:lambda:$r:$a:layer:{LayerName}:{VersionNumber}'] }];
const tagging = (action: string) => [action, [{ action, on: ['{Resource}'] }]] as const;
const layersOf = { action: 'GetLayerVersion', on: ['arn:$p:lambda:$r:$a:layer:{Layers[]}'], when: 'Layers[]' };

export const facts: ActionFacts = {
  slots: {
    FunctionName: ['FunctionName:function', 'ResourceArn'],
    LayerName: ['LayerName'],
    LayerVersion: ['VersionNumber'],
    UUID: ['UUID'],
    CodeSigningConfigId: ['CodeSigningConfigArn'],
    CapacityProviderName: ['CapacityProviderName'],
    'durable execution.FunctionName': ['DurableExecutionArn', '$service'],
  },
  types: { 'durable execution': 'arn:$p:lambda:$r:$a:function:${FunctionName}' },
  operations: {
    ...Object.fromEntries(QUALIFIED.map((action) => [action, [{ action, on: [`${FUNCTION}:{Qualifier}`, FUNCTION] }]])),
    ...Object.fromEntries(['TagResource', 'UntagResource', 'ListTags'].map(tagging)),
    Invoke: invoking,
    InvokeWithResponseStream: invoking,
    InvokeAsync: invoking,
    CreateFunction: [{ action: 'CreateFunction', on: [FUNCTION] }, layersOf],
    UpdateFunctionConfiguration: [{ action: 'UpdateFunctionConfiguration', on: [FUNCTION] }, layersOf],
    GetLayerVersion: layer('GetLayerVersion'),
    DeleteLayerVersion: layer('DeleteLayerVersion'),
    AddLayerVersionPermission: layer('AddLayerVersionPermission'),
    RemoveLayerVersionPermission: layer('RemoveLayerVersionPermission'),
    GetLayerVersionPolicy: layer('GetLayerVersionPolicy'),
    GetLayerVersionByArn: [{ action: 'GetLayerVersion', on: ['{Arn}'] }],
    PutFunctionCodeSigningConfig: [
      { action: 'PutFunctionCodeSigningConfig', on: [FUNCTION] },
      { action: 'PutFunctionCodeSigningConfig', on: ['{CodeSigningConfigArn}'] },
    ],
  },
  keys: {
    'lambda:FunctionArn': 'FunctionName:functionArn',
    'lambda:Principal': 'Principal',
    'lambda:FunctionUrlAuthType': 'FunctionUrlAuthType|AuthType',
    'lambda:Layer': 'Layers[]',
    'lambda:CodeSigningConfigArn': 'CodeSigningConfigArn',
    'lambda:SubnetIds': 'VpcConfig.SubnetIds[]',
    'lambda:SecurityGroupIds': 'VpcConfig.SecurityGroupIds[]',
    'lambda:EventSourceToken': 'EventSourceToken',
  },
  passes: {
    CreateFunction: ['Role'],
    UpdateFunctionConfiguration: ['Role'],
    CreateCapacityProvider: ['PermissionsConfig.CapacityProviderOperatorRoleArn'],
  },
};
