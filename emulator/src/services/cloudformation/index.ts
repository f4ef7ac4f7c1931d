// Manifest of the stack service (CloudFormation).
import { operationsIn, service } from '#core/service';

const ORGANIZATION = 'there is no organization: stack sets manage their own permissions, and name accounts.';
const REGISTRY = 'there is no registry of private or third-party types: resource types come with the services.';
const GENERATOR = 'templates are not generated from existing resources.';
const REFACTOR = 'stacks are not refactored: move resources by import.';
const HOOKS = 'hooks are not emulated.';

export const cloudformation = service('cloudformation', {
  actingReads: ['DetectStackDrift', 'DetectStackResourceDrift', 'DetectStackSetDrift'],
  resourceMembers: [['StackName', 'ChangeSetName'], 'StackName', 'ChangeSetName', 'StackSetName', 'TypeName'],
  operations: [
    operationsIn(
      () => import('./empty-lists.ts'),
      'ListTypeRegistrations',
      'ListGeneratedTemplates',
      'ListResourceScans',
      'ListStackRefactors',
      'ListHookResults',
    ),
    operationsIn(() => import('./stacks/stacks.ts'), 'CreateStack', 'UpdateStack', 'DeleteStack', 'UpdateTerminationProtection'),
    operationsIn(() => import('./stacks/describe.ts'), 'DescribeStacks', 'ListStacks'),
    operationsIn(() => import('./stacks/rollbacks.ts'), 'RollbackStack', 'ContinueUpdateRollback', 'CancelUpdateStack'),
    operationsIn(() => import('./change-sets/change-sets.ts'), 'CreateChangeSet', 'ExecuteChangeSet', 'DeleteChangeSet', 'ListChangeSets'),
    operationsIn(() => import('./change-sets/describe-change-set.ts'), 'DescribeChangeSet'),
    operationsIn(() => import('./stacks/stack-resources.ts'), 'DescribeStackResource', 'DescribeStackResources', 'ListStackResources'),
    operationsIn(() => import('./stacks/stack-events.ts'), 'DescribeStackEvents', 'DescribeEvents'),
    operationsIn(() => import('./templates/templates.ts'), 'GetTemplate', 'GetTemplateSummary', 'ValidateTemplate'),
    operationsIn(() => import('./stacks/stack-policies.ts'), 'SetStackPolicy', 'GetStackPolicy'),
    operationsIn(() => import('./stacks/exports.ts'), 'ListExports', 'ListImports'),
    operationsIn(() => import('./signal.ts'), 'SignalResource'),
    operationsIn(() => import('./type-facts.ts'), 'DescribeType', 'ListTypes', 'ListTypeVersions'),
    operationsIn(
      () => import('./stacks/stack-drift.ts'),
      'DetectStackDrift',
      'DetectStackResourceDrift',
      'DescribeStackDriftDetectionStatus',
      'DescribeStackResourceDrifts',
    ),
    operationsIn(() => import('./stack-sets/stack-sets.ts'), 'CreateStackSet', 'UpdateStackSet', 'DeleteStackSet'),
    operationsIn(
      () => import('./stack-sets/describe-stack-sets.ts'),
      'DescribeStackSet',
      'ListStackSets',
      'ListStackSetAutoDeploymentTargets',
      'DescribeOrganizationsAccess',
    ),
    operationsIn(
      () => import('./stack-sets/stack-instances.ts'),
      'CreateStackInstances',
      'UpdateStackInstances',
      'DeleteStackInstances',
      'DescribeStackInstance',
      'ListStackInstances',
      'ListStackInstanceResourceDrifts',
    ),
    operationsIn(
      () => import('./stack-sets/operations.ts'),
      'DescribeStackSetOperation',
      'ListStackSetOperations',
      'ListStackSetOperationResults',
      'StopStackSetOperation',
      'DetectStackSetDrift',
    ),
  ],
  refused: {
    EstimateTemplateCost: 'nothing here costs anything.',
    DescribeAccountLimits: 'no account limits are emulated.',
    ImportStacksToStackSet: 'stacks that are there already are not taken into a set: delete them and create instances.',
    ...refusing(ORGANIZATION, ['ActivateOrganizationsAccess', 'DeactivateOrganizationsAccess']),
    ...refusing(REGISTRY, [
      'ActivateType',
      'DeactivateType',
      'RegisterType',
      'DeregisterType',
      'DescribeTypeRegistration',
      'PublishType',
      'RegisterPublisher',
      'DescribePublisher',
      'SetTypeConfiguration',
      'SetTypeDefaultVersion',
      'BatchDescribeTypeConfigurations',
      'TestType',
      'RecordHandlerProgress',
      'SetAlias',
      'RemoveAlias',
    ]),
    ...refusing(GENERATOR, [
      'CreateGeneratedTemplate',
      'UpdateGeneratedTemplate',
      'DeleteGeneratedTemplate',
      'DescribeGeneratedTemplate',
      'GetGeneratedTemplate',
      'StartResourceScan',
      'DescribeResourceScan',
      'ListResourceScanResources',
      'ListResourceScanRelatedResources',
    ]),
    ...refusing(REFACTOR, ['CreateStackRefactor', 'ExecuteStackRefactor', 'DescribeStackRefactor', 'ListStackRefactorActions']),
    ...refusing(HOOKS, ['DescribeChangeSetHooks', 'GetHookResult']),
  },
  resources: {
    'AWS::CDK::Metadata': () => import('./resources/metadata.ts'),
    'AWS::CloudFormation::CustomResource': () => import('./resources/custom-resource.ts'),
    'AWS::CloudFormation::Macro': () => import('./resources/macro.ts'),
    'AWS::CloudFormation::Stack': () => import('./resources/stack.ts'),
    'AWS::CloudFormation::StackSet': () => import('./resources/stack-set.ts'),
    'AWS::CloudFormation::WaitCondition': () => import('./resources/wait-condition.ts'),
    'AWS::CloudFormation::WaitConditionHandle': () => import('./resources/wait-condition-handle.ts'),
  },
  routes: {
    '/_cloud/cloudformation/answer/': { audience: 'everyone', effect: 'changes', load: () => import('./route.ts') },
    '/_cloud/cloudformation/events': { audience: 'clients', effect: 'reads', load: () => import('./follow.ts') },
  },
  work: {
    'cloudformation.run': () => import('./work.ts'),
    'cloudformation.timeout': () => import('./work.ts'),
    'cloudformation.forget-change-set': () => import('./work.ts'),
    'cloudformation.stack-set-operation': () => import('./stack-sets/run-operation.ts'),
  },
});

function refusing(sentence: string, operations: readonly string[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [operation, sentence]));
}
