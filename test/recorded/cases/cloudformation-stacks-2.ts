// Recorded answers of CloudFormation about stacks: what deleted ones tell, and what events show.
import { ANY, json, localstack, type RecordedCase, type RecordedCases } from '../case.ts';
import { changeSet, create, execute, remove } from '../stack-steps.ts';

const stacks: RecordedCase[] = [
  {
    title: 'a deleted stack tells neither its change set nor its protection',
    source: localstack('cloudformation/test_change_set_mappings.py::TestChangeSetMappings::test_fn_find_in_map_with_nested_ref'),
    recorded: '2026-02',
    steps: [
      changeSet('left', 'first', 'CREATE'),
      ...execute('left', 'first'),
      ...remove('left'),
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: '{first.StackId}' },
        answer: {
          Stacks: [
            {
              ...{ StackName: 'left', StackId: '{first.StackId}', StackStatus: 'DELETE_COMPLETE', DisableRollback: false },
              ...{ CreationTime: ANY, DeletionTime: ANY, LastUpdatedTime: ANY, NotificationARNs: [], RollbackConfiguration: {}, Tags: [] },
              DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
              LastOperations: [{ OperationType: 'DELETE_STACK', OperationId: ANY }],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'the first event of a resource shows its properties, too',
    source: localstack('cloudformation/api/test_stacks.py::TestStacksApi::test_list_events_after_deployment'),
    recorded: '2022-10',
    steps: [
      ...create('told'),
      {
        call: 'cloudformation.DescribeStackEvents',
        input: { StackName: 'told' },
        contains: {
          StackEvents: [
            { ResourceStatus: 'CREATE_COMPLETE' },
            { ResourceStatus: 'CREATE_COMPLETE', ResourceProperties: json({ Type: 'String', Value: 'v' }) },
            { ResourceStatusReason: 'Resource creation Initiated', ResourceProperties: json({ Type: 'String', Value: 'v' }) },
            { PhysicalResourceId: '', ResourceProperties: json({ Type: 'String', Value: 'v' }) },
            { ResourceStatus: 'CREATE_IN_PROGRESS', ResourceStatusReason: 'User Initiated' },
          ],
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudformation', cases: stacks };
