// Recorded answers about machine lives of the state machines service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/test_sfn_api_tagging.py::TestSnfApiTagging::${name}`);
const resourceArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1';
const key = 'key1';
const roleArn = 'arn:aws:iam::{account}:role/any';
const value = 'value1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'tags of a machine are put and listed (tag_list1)',
      source: test('test_tag_state_machine[tag_list1]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call('states.TagResource', { resourceArn, tags: [{ key, value }] }, { answer: {} }),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [{ key: 'key1', value: 'value1' }] } }),
      ],
    },
    {
      title: 'tags of a machine are put and listed (tag_list2)',
      source: test('test_tag_state_machine[tag_list2]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call('states.TagResource', { resourceArn, tags: [{ key, value: '' }] }, { answer: {} }),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [{ key: 'key1', value: '' }] } }),
      ],
    },
    {
      title: 'tags of a machine are put and listed (tag_list3)',
      source: test('test_tag_state_machine[tag_list3]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call(
          'states.TagResource',
          {
            resourceArn,
            tags: [
              { key, value },
              { key, value },
            ],
          },
          { answer: {} },
        ),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [{ key: 'key1', value: 'value1' }] } }),
      ],
    },
    {
      title: 'tags of a machine are put and listed (tag_list4)',
      source: test('test_tag_state_machine[tag_list4]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call(
          'states.TagResource',
          {
            resourceArn,
            tags: [
              { key, value },
              { key: 'key2', value: 'value2' },
            ],
          },
          { answer: {} },
        ),
        call(
          'states.ListTagsForResource',
          { resourceArn },
          {
            contains: {
              tags: [
                { key: 'key1', value: 'value1' },
                { key: 'key2', value: 'value2' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'tags of a machine are removed (tag_keys0)',
      source: test('test_untag_state_machine[tag_keys0]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call('states.TagResource', { resourceArn, tags: [{ key, value }] }, { answer: {} }),
        call('states.UntagResource', { resourceArn, tagKeys: [] }, { answer: {} }),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [{ key: 'key1', value: 'value1' }] } }),
      ],
    },
    {
      title: 'tags of a machine are removed (tag_keys1)',
      source: test('test_untag_state_machine[tag_keys1]'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
        ),
        call('states.TagResource', { resourceArn, tags: [{ key, value }] }, { answer: {} }),
        call('states.UntagResource', { resourceArn, tagKeys: ['key1'] }, { answer: {} }),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [] } }),
      ],
    },
  ],
};
