// Recorded answers about paths of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string =>
  localstack(`stepfunctions/v2/test_state/test_test_state_scenarios.py::TestStateCaseScenarios::${name}`);
const roleArn = 'arn:aws:iam::{account}:role/any';
const inspectionLevel = 'TRACE';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a test of a state tells everything about requests (BASE_RESULT_PASS_STATE)',
      source: test('test_base_inspection_level_trace'),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition: '{"Type": "Pass", "Result": {"resultKey": "result value"}, "End": true}',
            roleArn,
            input: '{"Value": "HelloWorld"}',
            inspectionLevel,
          },
          {
            contains: {
              inspectionData: {
                afterResultPath: json({ resultKey: 'result value' }),
                afterResultSelector: json({ resultKey: 'result value' }),
                input: json({ Value: 'HelloWorld' }),
                result: json({ resultKey: 'result value' }),
              },
              output: json({ resultKey: 'result value' }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells everything about requests (IO_PASS_STATE)',
      source: test('test_base_inspection_level_trace'),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Pass", "InputPath": "$.initialData", "Parameters": {"staticValue": "some value", "inputValue.$": "$.fieldFromInput"}, "ResultPath": "$.modifiedData", "End": true}',
            roleArn,
            input:
              '{"initialData": {"fieldFromInput": "value from input", "otherField": "other"}, "unrelatedData": {"someOtherField": 1234}}',
            inspectionLevel,
          },
          {
            contains: {
              inspectionData: {
                afterInputPath: json({ fieldFromInput: 'value from input', otherField: 'other' }),
                afterParameters: json({ staticValue: 'some value', inputValue: 'value from input' }),
                afterResultPath: json({
                  initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                  unrelatedData: { someOtherField: 1234 },
                  modifiedData: { staticValue: 'some value', inputValue: 'value from input' },
                }),
                afterResultSelector: json({ staticValue: 'some value', inputValue: 'value from input' }),
                input: json({
                  initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                  unrelatedData: { someOtherField: 1234 },
                }),
              },
              output: json({
                initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                unrelatedData: { someOtherField: 1234 },
                modifiedData: { staticValue: 'some value', inputValue: 'value from input' },
              }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells everything about requests (IO_RESULT_PASS_STATE)',
      source: test('test_base_inspection_level_trace'),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Pass", "InputPath": "$.initialData", "Parameters": {"staticValue": "some value", "inputValue.$": "$.fieldFromInput"}, "Result": {"resultKey": "result value"}, "ResultPath": "$.modifiedData", "End": true}',
            roleArn,
            input:
              '{"initialData": {"fieldFromInput": "value from input", "otherField": "other"}, "unrelatedData": {"someOtherField": 1234}}',
            inspectionLevel,
          },
          {
            contains: {
              inspectionData: {
                afterResultPath: json({
                  initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                  unrelatedData: { someOtherField: 1234 },
                  modifiedData: { resultKey: 'result value' },
                }),
                afterResultSelector: json({ resultKey: 'result value' }),
                input: json({
                  initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                  unrelatedData: { someOtherField: 1234 },
                }),
                result: json({ resultKey: 'result value' }),
              },
              output: json({
                initialData: { fieldFromInput: 'value from input', otherField: 'other' },
                unrelatedData: { someOtherField: 1234 },
                modifiedData: { resultKey: 'result value' },
              }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells everything about requests (BASE_FAIL_STATE)',
      source: test('test_base_inspection_level_trace'),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition: '{"Type": "Fail", "Error": "SomeFailure", "Cause": "This state machines raises a \'SomeFailure\' failure."}',
            roleArn,
            input: '{"Value": "HelloWorld"}',
            inspectionLevel,
          },
          {
            contains: {
              cause: "This state machines raises a 'SomeFailure' failure.",
              error: 'SomeFailure',
              inspectionData: { afterInputPath: json({ Value: 'HelloWorld' }), input: json({ Value: 'HelloWorld' }) },
              status: 'FAILED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells everything about requests (BASE_SUCCEED_STATE)',
      source: test('test_base_inspection_level_trace'),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          { definition: '{"Type": "Succeed"}', roleArn, input: '{"Value": "HelloWorld"}', inspectionLevel },
          {
            contains: {
              inspectionData: { afterInputPath: json({ Value: 'HelloWorld' }), input: json({ Value: 'HelloWorld' }) },
              output: json({ Value: 'HelloWorld' }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
    {
      title: 'a test of a state tells everything about requests (BASE_CHOICE_STATE)',
      source: test('test_base_inspection_level_trace'),
      recorded: '2025-11',
      steps: [
        call(
          'states.TestState',
          {
            definition:
              '{"Type": "Choice", "Choices": [{"Not": {"Variable": "$.type", "StringEquals": "Private"}, "Next": "Public"}, {"Variable": "$.value", "NumericEquals": 0, "Next": "ValueIsZero"}, {"And": [{"Variable": "$.value", "NumericGreaterThanEquals": 20}, {"Variable": "$.value", "NumericLessThan": 30}], "Next": "ValueInTwenties"}], "Default": "DefaultState"}',
            roleArn,
            input: '{"type": "Private", "value": 22}',
            inspectionLevel,
          },
          {
            contains: {
              inspectionData: { afterInputPath: json({ type: 'Private', value: 22 }), input: json({ type: 'Private', value: 22 }) },
              nextState: 'ValueInTwenties',
              output: json({ type: 'Private', value: 22 }),
              status: 'SUCCEEDED',
            },
          },
        ),
      ],
    },
  ],
};
