// Recorded answers of CloudFormation about change sets.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { changeSet, execute, failing, PARAMETER, remove, TEMPLATE } from '../stack-steps.ts';

const cases: RecordedCase[] = [
  {
    title: 'a stack that is only reviewed has no summary of its template',
    source: localstack('cloudformation/api/test_templates.py::test_get_template_summary_non_executed_change_set'),
    recorded: '2025-09',
    steps: [
      changeSet('reviewed', 'first', 'CREATE'),
      failing('GetTemplateSummary', { StackName: 'reviewed' }, 'GetTemplateSummary cannot be called on REVIEW_IN_PROGRESS stacks.'),
    ],
  },
  {
    title: 'a stack has the description of its template once a change set was executed',
    source: localstack('cloudformation/api/test_stacks.py::TestStacksApi::test_stack_description_lifecycle[no-tags]'),
    recorded: '2025-09',
    steps: [
      changeSet('told', 'first', 'CREATE', JSON.stringify({ Description: 'test <env>.test.net', Resources: { SimpleParam: PARAMETER } })),
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: 'told' },
        contains: { Stacks: [{ StackStatus: 'REVIEW_IN_PROGRESS', StackStatusReason: 'User Initiated', Description: NONE, Tags: [] }] },
      },
      ...execute('told', 'first'),
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: 'told' },
        contains: { Stacks: [{ StackStatus: 'CREATE_COMPLETE', Description: 'test <env>.test.net' }] },
      },
    ],
  },
  {
    title: 'a change set keeps why its transform failed',
    source: localstack('cloudformation/test_change_sets.py::test_describe_failed_change_set'),
    recorded: '2025-09',
    steps: [
      {
        call: 'cloudformation.CreateChangeSet',
        input: {
          StackName: 'fragmentless',
          ChangeSetName: 'first',
          ChangeSetType: 'CREATE',
          Capabilities: ['CAPABILITY_AUTO_EXPAND'],
          TemplateBody: JSON.stringify({
            Resources: { SimpleParam: PARAMETER },
            Transform: { Name: 'AWS::Include', Parameters: { Location: 's3://doesnotexist-{id}/template.yml' } },
          }),
        },
        as: 'failed',
      },
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{failed.Id}' },
        contains: {
          Changes: [],
          ExecutionStatus: 'UNAVAILABLE',
          Status: 'FAILED',
          StatusReason: 'Transform AWS::Include failed with: S3 bucket [doesnotexist-{id}] does not exist.',
        },
      },
    ],
  },
  {
    title: 'a change set may import what is not exported yet, and warns where its values are shown',
    source: localstack('cloudformation/test_change_set_exports_imports.py::test_describe_change_set_import_non_existent_export'),
    recorded: '2025-08',
    steps: [
      changeSet(
        'importing',
        'first',
        'CREATE',
        JSON.stringify({
          Resources: {
            MyFoo: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: { 'Fn::ImportValue': 'absent-{id}' } } },
          },
        }),
      ),
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{first.Id}', IncludePropertyValues: true },
        contains: {
          ExecutionStatus: 'AVAILABLE',
          Status: 'CREATE_COMPLETE',
          StatusReason:
            '[WARN] --include-property-values option can return incomplete ChangeSet data because: ChangeSet creation failed for resource [MyFoo] because: No export named absent-{id}',
        },
      },
    ],
  },
  {
    title: 'executed and deleted change sets are not listed',
    source: localstack('cloudformation/test_change_sets.py::test_list_change_sets'),
    recorded: '2025-09',
    steps: [
      changeSet('listed', 'first', 'CREATE'),
      ...execute('listed', 'first'),
      changeSet('listed', 'second', 'UPDATE', JSON.stringify({ Resources: { SimpleParam: PARAMETER, Second: PARAMETER } })),
      changeSet('listed', 'third', 'UPDATE', JSON.stringify({ Resources: { SimpleParam: PARAMETER, Third: PARAMETER } })),
      { call: 'cloudformation.DeleteChangeSet', input: { ChangeSetName: '{third.Id}' } },
      {
        call: 'cloudformation.ListChangeSets',
        input: { StackName: 'listed' },
        answer: {
          Summaries: [
            {
              StackId: '{first.StackId}',
              StackName: 'listed',
              ChangeSetId: '{second.Id}',
              ChangeSetName: 'second',
              ExecutionStatus: 'AVAILABLE',
              Status: 'CREATE_COMPLETE',
              CreationTime: ANY,
              IncludeNestedStacks: false,
            },
          ],
        },
      },
    ],
  },
  {
    title: 'a change set that was executed is there until it is deleted, and its stack cannot be created again by another',
    source: localstack('cloudformation/api/test_changesets.py::test_name_conflicts, …test_describe_changeset_after_delete'),
    recorded: '2025-09',
    steps: [
      changeSet('twice', 'first', 'CREATE'),
      ...execute('twice', 'first'),
      failing(
        'CreateChangeSet',
        { StackName: 'twice', ChangeSetName: 'first', ChangeSetType: 'CREATE', TemplateBody: TEMPLATE },
        'Stack [twice] already exists and cannot be created again with the changeSet [first].',
      ),
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{first.Id}' },
        answer: {
          ChangeSetName: 'first',
          ChangeSetId: '{first.Id}',
          StackId: '{first.StackId}',
          StackName: 'twice',
          CreationTime: ANY,
          ExecutionStatus: 'EXECUTE_COMPLETE',
          Status: 'CREATE_COMPLETE',
          NotificationARNs: [],
          RollbackConfiguration: {},
          Capabilities: [],
          Changes: [
            {
              Type: 'Resource',
              ResourceChange: {
                Action: 'Add',
                LogicalResourceId: 'SimpleParam',
                ResourceType: 'AWS::SSM::Parameter',
                Scope: [],
                Details: [],
              },
            },
          ],
          IncludeNestedStacks: false,
        },
      },
      { call: 'cloudformation.DeleteChangeSet', input: { StackName: 'twice', ChangeSetName: 'first' } },
      failing(
        'DescribeChangeSet',
        { StackName: 'twice', ChangeSetName: 'first' },
        'ChangeSet [first] does not exist',
        'ChangeSetNotFoundException',
        404,
      ),
    ],
  },
  {
    title: 'a change set can be read by its ARN when its stack is gone, and its name is free for another stack of that name',
    source: localstack('cloudformation/api/test_changesets.py::test_name_conflicts'),
    recorded: '2023-11',
    steps: [
      changeSet('again', 'first', 'CREATE'),
      ...execute('again', 'first'),
      ...remove('again'),
      { ...changeSet('again', 'first', 'CREATE'), as: 'anew' } as Step,
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: 'again' },
        contains: { Stacks: [{ StackId: '{anew.StackId}', StackStatus: 'REVIEW_IN_PROGRESS' }] },
      },
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{first.Id}' },
        contains: { StackId: '{first.StackId}', ExecutionStatus: 'EXECUTE_COMPLETE' },
      },
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{anew.Id}' },
        contains: { StackId: '{anew.StackId}', ExecutionStatus: 'AVAILABLE' },
      },
    ],
  },
  {
    title: 'a change set without changes fails, and cannot be executed',
    source: localstack('cloudformation/api/test_changesets.py::test_empty_changeset'),
    recorded: '2022-08',
    steps: [
      changeSet('idle', 'first', 'CREATE'),
      ...execute('idle', 'first'),
      changeSet('idle', 'second', 'UPDATE'),
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{second.Id}' },
        contains: {
          Status: 'FAILED',
          ExecutionStatus: 'UNAVAILABLE',
          StatusReason: "The submitted information didn't contain changes. Submit different information to create a change set.",
          Changes: [],
        },
      },
      failing(
        'ExecuteChangeSet',
        { ChangeSetName: '{second.Id}' },
        'ChangeSet [{second.Id}] cannot be executed in its current status of [FAILED]',
        'InvalidChangeSetStatusException',
      ),
    ],
  },
  {
    title: 'a macro of the whole template needs CAPABILITY_AUTO_EXPAND, but for a change set',
    source: localstack('cloudformation/api/test_changesets.py::test_autoexpand_capability_requirement'),
    recorded: 'before 2026-03',
    steps: [
      failing(
        'CreateStack',
        { StackName: 'expands', TemplateBody: JSON.stringify({ Transform: 'AWS::LanguageExtensions', Resources: { A: PARAMETER } }) },
        'Requires capabilities : [CAPABILITY_AUTO_EXPAND]',
        'InsufficientCapabilitiesException',
      ),
      changeSet('expands', 'first', 'CREATE', JSON.stringify({ Transform: 'AWS::LanguageExtensions', Resources: { A: PARAMETER } })),
    ],
  },
  {
    title: 'an attribute that a type does not have fails the stack before anything is made',
    source: localstack('cloudformation/engine/test_attributes.py::TestResourceAttributes::test_invalid_getatt_fails'),
    recorded: '2023-08',
    steps: [
      changeSet(
        'attributes',
        'first',
        'CREATE',
        JSON.stringify({ Resources: { P: PARAMETER }, Outputs: { InvalidOutput: { Value: { 'Fn::GetAtt': ['P', 'Invalid'] } } } }),
      ),
      ...execute('attributes', 'first'),
      {
        call: 'cloudformation.DescribeStackEvents',
        input: { StackName: 'attributes' },
        contains: {
          StackEvents: [
            { ResourceStatus: 'ROLLBACK_COMPLETE' },
            {
              ResourceStatus: 'ROLLBACK_IN_PROGRESS',
              ResourceStatusReason:
                '[Error] /Outputs/InvalidOutput/Value/Fn::GetAtt: Resource type AWS::SSM::Parameter does not support attribute {Invalid}. Rollback requested by user.',
            },
            { ResourceStatus: 'CREATE_IN_PROGRESS' },
            { ResourceStatus: 'REVIEW_IN_PROGRESS' },
          ],
        },
      },
    ],
  },
  {
    title: 'a stack whose resource lacks a property fails, and its template has a summary',
    differs: 'What a template lacks is told before anything is made, with the change set or the stack that is asked for.',
    source: localstack('cloudformation/api/test_templates.py::test_get_template_summary_failed_stack'),
    recorded: '2025-10',
    steps: [
      changeSet(
        'lacking',
        'first',
        'CREATE',
        JSON.stringify({ Resources: { MyParameter: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String' } } } }),
      ),
      ...execute('lacking', 'first'),
      {
        call: 'cloudformation.GetTemplateSummary',
        input: { StackName: 'lacking' },
        answer: {
          Parameters: [],
          ResourceIdentifierSummaries: [
            { LogicalResourceIds: ['MyParameter'], ResourceIdentifiers: ['Name'], ResourceType: 'AWS::SSM::Parameter' },
          ],
          ResourceTypes: ['AWS::SSM::Parameter'],
          Version: '2010-09-09',
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudformation', cases };
