// Step Functions: state machines, whose executions run functions, calls of other services and waits in the order that a definition gives.
import { operationsIn, service } from '#core/service';

const MACHINES = ['CreateStateMachine', 'UpdateStateMachine', 'DescribeStateMachine', 'ListStateMachines'] as const;
const EXECUTIONS = ['DescribeExecution', 'DescribeStateMachineForExecution', 'ListExecutions', 'StopExecution'] as const;
const VERSIONS = ['PublishStateMachineVersion', 'ListStateMachineVersions', 'DeleteStateMachineVersion'] as const;
const ALIASES = [
  'CreateStateMachineAlias',
  'DescribeStateMachineAlias',
  'UpdateStateMachineAlias',
  'DeleteStateMachineAlias',
  'ListStateMachineAliases',
] as const;
const ACTIVITIES = ['CreateActivity', 'DescribeActivity', 'ListActivities', 'DeleteActivity', 'GetActivityTask'] as const;

export const states = service('states', {
  protects: () => import('./protects.ts'),
  actingReads: ['TestState', 'GetActivityTask'],
  replaying: { StartExecution: { input: ['input'], once: 'name' }, StartSyncExecution: { input: ['input'], once: 'name' } },
  resourceMembers: [
    'stateMachineArn',
    'stateMachineVersionArn',
    'stateMachineAliasArn',
    'executionArn',
    'activityArn',
    'mapRunArn',
    'resourceArn',
    'name',
  ],
  traffic: {
    operations: [
      'StartExecution',
      'StartSyncExecution',
      'StopExecution',
      'RedriveExecution',
      'GetActivityTask',
      'SendTaskSuccess',
      'SendTaskFailure',
      'SendTaskHeartbeat',
    ],
    arns: [/^(?:stateMachine|execution|express):(?<name>[^:/]+)/],
  },
  links: () => import('./links.ts'),
  operations: [
    operationsIn(() => import('./machines/machines.ts'), ...MACHINES),
    operationsIn(() => import('./machines/delete-machine.ts'), 'DeleteStateMachine'),
    operationsIn(() => import('./machines/versions.ts'), ...VERSIONS),
    operationsIn(() => import('./machines/aliases.ts'), ...ALIASES),
    operationsIn(() => import('./machines/validate.ts'), 'ValidateStateMachineDefinition'),
    operationsIn(() => import('./test-state/test-state.ts'), 'TestState'),
    operationsIn(() => import('./machines/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    operationsIn(() => import('./executions/start-execution.ts'), 'StartExecution', 'StartSyncExecution'),
    operationsIn(() => import('./executions/executions.ts'), ...EXECUTIONS),
    operationsIn(() => import('./executions/redrive.ts'), 'RedriveExecution'),
    operationsIn(() => import('./executions/history.ts'), 'GetExecutionHistory'),
    operationsIn(() => import('./map-runs/map-runs.ts'), 'ListMapRuns', 'DescribeMapRun', 'UpdateMapRun'),
    operationsIn(() => import('./callbacks/task-tokens.ts'), 'SendTaskSuccess', 'SendTaskFailure', 'SendTaskHeartbeat'),
    operationsIn(() => import('./callbacks/activities.ts'), ...ACTIVITIES),
  ],
  targets: {
    stateMachine: {
      arn: /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:[^:]+(?::[^:]+)?$/,
      load: () => import('./target.ts'),
    },
  },
  resources: {
    'AWS::StepFunctions::StateMachine': () => import('./resources/state-machine.ts'),
    'AWS::StepFunctions::StateMachineVersion': () => import('./resources/state-machine-version.ts'),
    'AWS::StepFunctions::StateMachineAlias': () => import('./resources/state-machine-alias.ts'),
    'AWS::StepFunctions::Activity': () => import('./resources/activity.ts'),
  },
  routes: { '/_cloud/states/history': { audience: 'clients', effect: 'reads', load: () => import('./executions/follow-history.ts') } },
  work: {
    'states.wake': () => import('./work.ts'),
    'states.timeout': () => import('./work.ts'),
    'states.heartbeat': () => import('./work.ts'),
    'states.continue': () => import('./work.ts'),
    'states.deadline': () => import('./work.ts'),
    'states.call': () => import('./work.ts'),
    'states.year': () => import('./work.ts'),
    'states.expire': () => import('./work.ts'),
    'states.log': () => import('./work.ts'),
    'states.map-run': () => import('./work.ts'),
    'states.nested': () => import('./work.ts'),
  },
});
