// Recorded answers of CloudFormation about stacks that are rolled back, updates without a change, and parameters of the store that are not there.
import { ANY, localstack, type RecordedCase, type RecordedCases } from '../case.ts';
import { changeSet, create, failing, TEMPLATE } from '../stack-steps.ts';

const test = (name: string): string => localstack(`cloudformation/${name}`);
const StackName = 's-{id}';
const TRANSFORMED = JSON.stringify({
  Transform: 'AWS::Serverless-2016-10-31',
  Resources: { MyTopic: { Type: 'AWS::SNS::Topic' } },
});
const OF_STORE = JSON.stringify({
  Parameters: { InputValue: { Type: 'AWS::SSM::Parameter::Value<String>' } },
  Resources: { MyParameter: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: { Ref: 'InputValue' } } } },
});
const WITHOUT_SUFFIX = JSON.stringify({
  Resources: { Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'topic-{id}', FifoTopic: true } } },
});

const cases: RecordedCase[] = [
  {
    title: 'a stack whose creation is rolled back has a time of deletion, although it is there',
    source: `${test('resources/test_sns.py::test_sns_topic_fifo_without_suffix_fails')}, …resources/test_logs.py::test_handle_existing_log_group`,
    recorded: '2025-08',
    steps: [
      ...create(StackName, WITHOUT_SUFFIX),
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName },
        contains: { Stacks: [{ StackStatus: 'ROLLBACK_COMPLETE', DeletionTime: ANY }] },
      },
    ],
  },
  {
    title: 'an update of a template with a transform always works, even without a change',
    source: test('api/test_stacks.py::TestStacksApi::test_update_stack_with_same_template_withoutchange_transformation'),
    recorded: '2024-05',
    steps: [
      {
        call: 'cloudformation.CreateStack',
        input: { StackName, TemplateBody: TRANSFORMED, Capabilities: ['CAPABILITY_AUTO_EXPAND'] },
      },
      { wait: '6s' },
      {
        call: 'cloudformation.UpdateStack',
        input: { StackName, TemplateBody: TRANSFORMED, Capabilities: ['CAPABILITY_AUTO_EXPAND'] },
        contains: { StackId: ANY },
      },
      { wait: '6s' },
      { call: 'cloudformation.DescribeStacks', input: { StackName }, contains: { Stacks: [{ StackStatus: 'UPDATE_COMPLETE' }] } },
    ],
  },
  {
    title: 'the name of a parameter that is not in the store counts as no value',
    source: test('test_template_engine.py::TestSsmParameters::test_resolve_ssm_missing_parameter'),
    recorded: '2025-08',
    steps: [
      failing(
        'CreateChangeSet',
        {
          ...{ StackName, ChangeSetName: 'first', ChangeSetType: 'CREATE', TemplateBody: OF_STORE },
          Parameters: [{ ParameterKey: 'InputValue', ParameterValue: 'parameter-does-not-exist' }],
        },
        'Parameter InputValue should either have input value or default value',
      ),
    ],
  },
];

const FORBIDDING = JSON.stringify({ Statement: [{ Effect: 'Deny', Action: 'Update:*', Principal: '*', Resource: '*' }] });
const valued = (Value: string): string =>
  JSON.stringify({ Resources: { P: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value } } } });

const policies: RecordedCase[] = [
  {
    title: 'an empty policy takes the former one away, and allows updates',
    source: test('api/test_stack_policies.py::TestStackPolicy::test_policy_lifecycle, …test_update_with_empty_policy'),
    recorded: '2022-11',
    steps: [
      ...create(StackName, valued('one')),
      ...[FORBIDDING, '{}'].flatMap((StackPolicyBody) => [
        { call: 'cloudformation.SetStackPolicy', input: { StackName, StackPolicyBody } },
        { call: 'cloudformation.GetStackPolicy', input: { StackName }, answer: { StackPolicyBody } },
      ]),
      { call: 'cloudformation.UpdateStack', input: { StackName, TemplateBody: valued('two') } },
      { wait: '6s' },
      { call: 'cloudformation.DescribeStacks', input: { StackName }, contains: { Stacks: [{ StackStatus: 'UPDATE_COMPLETE' }] } },
    ],
  },
  {
    title: 'a stack that is only reviewed can be created, and its change sets are obsolete then',
    source: test('api/test_changesets.py::test_create_while_in_review'),
    recorded: '2023-11',
    steps: [
      changeSet(StackName, 'first', 'CREATE'),
      { call: 'cloudformation.CreateStack', input: { StackName, TemplateBody: TEMPLATE }, contains: { StackId: '{first.StackId}' } },
      { wait: '6s' },
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: '{first.StackId}' },
        contains: { Stacks: [{ StackStatus: 'CREATE_COMPLETE', StackId: '{first.StackId}' }] },
      },
      {
        call: 'cloudformation.DescribeChangeSet',
        input: { ChangeSetName: '{first.Id}' },
        contains: { ExecutionStatus: 'OBSOLETE', Status: 'CREATE_COMPLETE' },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudformation', cases: [...cases, ...policies] };
