// Recorded answers of CloudFormation about stacks that are there, are gone, or never were.
import { ANY, localstack, type RecordedCase, type RecordedCases } from '../case.ts';
import { create, failing, PARAMETER, remove, TEMPLATE } from '../stack-steps.ts';

const stacks: RecordedCase[] = [
  {
    title: 'a stack that never was does not exist, in the words of each operation',
    source: localstack(
      'cloudformation/api/test_stacks.py::test_non_existing_stack_message, …test_describe_stack_events_errors; api/test_resources.py::test_describe_non_existent_stack; api/test_changesets.py::test_describe_change_set_nonexisting, …test_delete_change_set_exception; api/test_templates.py::test_get_template_missing_resources_stack',
    ),
    recorded: '2025-09',
    steps: [
      failing('DescribeStacks', { StackName: 'none' }, 'Stack with id none does not exist'),
      failing('DescribeStackEvents', { StackName: 'none' }, 'Stack [none] does not exist'),
      failing('DescribeStackResource', { StackName: 'none', LogicalResourceId: 'A' }, "Stack 'none' does not exist"),
      failing('DescribeChangeSet', { StackName: 'none', ChangeSetName: 'a' }, 'Stack [none] does not exist'),
      failing('DeleteChangeSet', { StackName: 'none', ChangeSetName: 'a' }, 'Stack [none] does not exist'),
      failing('GetTemplate', { StackName: 'none' }, 'Stack with id none does not exist'),
    ],
  },
  {
    title: 'a change set that is named, and no ARN, needs the name of its stack',
    source: localstack('cloudformation/api/test_changesets.py::test_delete_change_set_exception'),
    recorded: '2025-07',
    steps: [failing('DeleteChangeSet', { ChangeSetName: 'a' }, 'StackName must be specified if ChangeSetName is not specified as an ARN.')],
  },
  {
    title: 'GetTemplate without arguments, or with the name of a change set alone, says what it lacks',
    source: localstack(
      'cloudformation/api/test_templates.py::test_get_template_no_arguments, …test_get_template_missing_resources_change_set',
    ),
    recorded: '2025-11',
    steps: [
      failing('GetTemplate', {}, 'StackName is required if ChangeSetName is not specified.'),
      failing('GetTemplate', { ChangeSetName: 'none' }, 'StackName is a required parameter.'),
    ],
  },
  {
    title: 'the template of a change set whose ARN is unknown is not found',
    source: localstack('cloudformation/api/test_templates.py::test_get_template_missing_resources_change_set_id'),
    recorded: '2025-09',
    steps: [
      failing(
        'GetTemplate',
        { ChangeSetName: 'arn:aws:cloudformation:us-east-1:{account}:changeSet/none/1' },
        'ChangeSet [arn:aws:cloudformation:us-east-1:{account}:changeSet/none/1] does not exist',
        'ChangeSetNotFoundException',
        404,
      ),
    ],
  },
  {
    title: 'a resource that a stack does not have is told with what the request named the stack by',
    source: localstack(
      'cloudformation/api/test_resources.py::test_describe_non_existent_resource; api/test_stacks.py::test_stack_resource_not_found',
    ),
    recorded: '2025-07',
    steps: [
      ...create('holder'),
      failing('DescribeStackResource', { StackName: 'holder', LogicalResourceId: 'No' }, 'Resource No does not exist for stack holder'),
      failing(
        'DescribeStackResource',
        { StackName: '{made.StackId}', LogicalResourceId: 'No' },
        'Resource No does not exist for stack {made.StackId}',
      ),
    ],
  },
  {
    title: 'a resource that an update has removed is not there',
    source: localstack('cloudformation/api/test_resources.py::test_describe_deleted_resource_on_update'),
    recorded: '2025-10',
    steps: [
      ...create('moved', JSON.stringify({ Resources: { Parameter: PARAMETER } })),
      {
        call: 'cloudformation.UpdateStack',
        input: { StackName: 'moved', TemplateBody: JSON.stringify({ Resources: { Parameter2: PARAMETER } }) },
      },
      { wait: '6s' },
      failing(
        'DescribeStackResource',
        { StackName: 'moved', LogicalResourceId: 'Parameter' },
        'Resource Parameter does not exist for stack moved',
      ),
      {
        call: 'cloudformation.DescribeStackResource',
        input: { StackName: 'moved', LogicalResourceId: 'Parameter2' },
        answer: {
          StackResourceDetail: {
            StackName: 'moved',
            StackId: ANY,
            LogicalResourceId: 'Parameter2',
            PhysicalResourceId: /^CFN-Parameter2-[A-Za-z0-9]{12}$/,
            ResourceType: 'AWS::SSM::Parameter',
            LastUpdatedTimestamp: ANY,
            ResourceStatus: 'CREATE_COMPLETE',
            Metadata: '{}',
            DriftInformation: { StackResourceDriftStatus: 'NOT_CHECKED' },
          },
        },
      },
    ],
  },
  {
    title: 'a deleted stack can be read by its id alone',
    source: localstack('cloudformation/api/test_stacks.py::test_name_conflicts'),
    recorded: '2024-03',
    steps: [
      ...create('gone'),
      failing('CreateStack', { StackName: 'gone', TemplateBody: TEMPLATE }, 'Stack [gone] already exists', 'AlreadyExistsException'),
      ...remove('gone'),
      failing('DescribeStacks', { StackName: 'gone' }, 'Stack with id gone does not exist'),
      failing('DescribeStackEvents', { StackName: 'gone' }, 'Stack [gone] does not exist'),
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: '{made.StackId}' },
        contains: { Stacks: [{ StackName: 'gone', StackStatus: 'DELETE_COMPLETE', DeletionTime: ANY }] },
      },
    ],
  },
  {
    title: 'a deleted stack cannot be updated',
    source: localstack('cloudformation/api/test_update_stack.py::test_update_deleted_stack'),
    recorded: '2025-10',
    steps: [
      ...create('dead'),
      ...remove('dead'),
      failing(
        'UpdateStack',
        { StackName: '{made.StackId}', TemplateBody: TEMPLATE },
        'Stack:{made.StackId} is in DELETE_COMPLETE state and can not be updated.',
      ),
    ],
  },
  {
    title: 'a deleted stack takes no change sets, whatever they do',
    source: localstack('cloudformation/api/test_changesets.py::test_changeset_for_deleted_stack, …test_create_changeset_with_stack_id'),
    recorded: '2025-10',
    steps: [
      ...create('dead'),
      ...remove('dead'),
      failing(
        'CreateChangeSet',
        { StackName: '{made.StackId}', ChangeSetName: 'test', ChangeSetType: 'UPDATE', TemplateBody: TEMPLATE },
        'Stack:{made.StackId} is in DELETE_COMPLETE state and can not be updated.',
      ),
      failing(
        'CreateChangeSet',
        { StackName: '{made.StackId}', ChangeSetName: 'test', ChangeSetType: 'CREATE', TemplateBody: TEMPLATE },
        'Stack [{made.StackId}] already exists and cannot be created again with the changeSet [test].',
      ),
    ],
  },
  {
    title: 'an update needs a template, and something that changes',
    source: localstack('cloudformation/api/test_update_stack.py::test_no_template_error, …test_diff_after_update'),
    recorded: '2024-04',
    steps: [
      ...create('same'),
      failing('UpdateStack', { StackName: 'same' }, 'Either Template URL or Template Body must be specified.'),
      failing('UpdateStack', { StackName: 'same', TemplateBody: TEMPLATE }, 'No updates are to be performed.'),
    ],
  },
  {
    title: 'an update with resource types refuses those that it does not name',
    source: localstack('cloudformation/api/test_update_stack.py::test_update_with_resource_types'),
    recorded: '2022-11',
    steps: [
      ...create('typed'),
      failing(
        'UpdateStack',
        {
          StackName: 'typed',
          TemplateBody: JSON.stringify({ Resources: { T: { Type: 'AWS::SNS::Topic' } } }),
          ResourceTypes: ['AWS::EC2::*'],
        },
        'Resource type AWS::SNS::Topic is not allowed by parameter ResourceTypes [AWS::EC2::*]',
      ),
      failing(
        'UpdateStack',
        {
          StackName: 'typed',
          TemplateBody: JSON.stringify({ Resources: { T: { Type: 'AWS::SNS::Topic' } } }),
          ResourceTypes: ['AWS::EC2:*'],
        },
        'Resource type AWS::SNS::Topic is not allowed by parameter ResourceTypes [AWS::EC2:*]',
      ),
    ],
  },
  {
    title: 'triggers of a rollback are alarms, named by their ARNs',
    source: localstack('cloudformation/api/test_update_stack.py::test_update_with_invalid_rollback_configuration_errors'),
    recorded: '2022-11',
    steps: [
      ...create('watched'),
      failing(
        'UpdateStack',
        { StackName: 'watched', UsePreviousTemplate: true, RollbackConfiguration: { RollbackTriggers: [{ Arn: 'abc', Type: 'Another' }] } },
        'Rollback Trigger Type not supported',
      ),
      failing(
        'UpdateStack',
        {
          StackName: 'watched',
          UsePreviousTemplate: true,
          RollbackConfiguration: {
            RollbackTriggers: [{ Arn: 'arn:aws:cloudwatch:us-east-1:123456789012:example-name', Type: 'AWS::CloudWatch::Alarm' }],
          },
        },
        "RelativeId of a Rollback Trigger's ARN is incorrect",
      ),
    ],
  },
  {
    title: 'a stack policy is JSON, about updates, for every principal, in one place',
    source: localstack('cloudformation/api/test_stack_policies.py::TestStackPolicy (invalid policies)'),
    recorded: '2022-11',
    steps: [
      ...create('policed'),
      ...['no json', policy({ Action: 'Delete:*' }), policy({ Principal: 'somebody' })].map((StackPolicyBody) =>
        failing('SetStackPolicy', { StackName: 'policed', StackPolicyBody }, 'Error validating stack policy: Invalid stack policy'),
      ),
      failing(
        'SetStackPolicy',
        { StackName: 'policed', StackPolicyBody: policy({}), StackPolicyURL: 'https://s3.amazonaws.com/bucket/policy' },
        'You cannot specify both StackPolicyURL and StackPolicyBody',
      ),
    ],
  },
  {
    title: 'the name of a stack begins with a letter and has no signs',
    source: localstack('cloudformation/api/test_stacks.py::TestStacksApi::test_stack_name_creation'),
    recorded: '2023-04',
    steps: [
      failing(
        'CreateChangeSet',
        { StackName: '*@da591fa3_$', ChangeSetName: 'first', ChangeSetType: 'CREATE', TemplateBody: TEMPLATE },
        "1 validation error detected: Value '*@da591fa3_$' at 'stackName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*|arn:[-a-zA-Z0-9:/._+]*",
      ),
    ],
  },
  {
    title: 'templates lie in buckets, under addresses of the object service',
    source: localstack('cloudformation/api/test_templates.py::test_create_stack_from_s3_template_url'),
    recorded: '2023-10',
    steps: [
      failing('CreateStack', { StackName: 'far', TemplateURL: 'https://example.com/dummy.yml' }, 'TemplateURL must be a supported URL.'),
      failing(
        'CreateStack',
        { StackName: 'far', TemplateURL: 's3://bucket/test/template.yml' },
        'S3 error: Domain name specified in bucket is not a valid S3 domain',
      ),
    ],
  },
  {
    title: 'a property is left out where its parameter has the value AWS::NoValue',
    source: localstack('cloudformation/resources/test_logs.py::test_cfn_handle_log_group_resource'),
    recorded: '2024-06',
    steps: [
      ...create(
        'without',
        JSON.stringify({
          Parameters: { Name: { Type: 'String', Default: 'AWS::NoValue' } },
          Resources: { Group: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: { Ref: 'Name' } } } },
        }),
      ),
      {
        call: 'cloudformation.DescribeStackResource',
        input: { StackName: 'without', LogicalResourceId: 'Group' },
        contains: { StackResourceDetail: { PhysicalResourceId: /^without-Group-[A-Za-z0-9]{12}$/ } },
      },
    ],
  },
  {
    title: 'a template in a request has at most 51,200 bytes',
    source: localstack('cloudformation/test_template_engine.py::TestMacros::test_to_validate_template_limit_for_macro'),
    recorded: '2023-01',
    steps: [
      failing(
        'CreateStack',
        { StackName: 'long', TemplateBody: ' '.repeat(51_201) },
        / at 'templateBody' failed to satisfy constraint: Member must have length less than or equal to 51200$/,
      ),
    ],
  },
];

function policy(more: object): string {
  return JSON.stringify({ Statement: [{ Effect: 'Deny', Action: 'Update:*', Principal: '*', Resource: '*', ...more }] });
}

export const recorded: RecordedCases = { service: 'cloudformation', cases: stacks };
