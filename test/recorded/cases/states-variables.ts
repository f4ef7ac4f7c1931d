// Recorded answers about variables of the state machines service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { happens } from '../states-steps.ts';

const roleArn = 'arn:aws:iam::{account}:role/any';
const stateMachineArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_create_and_record_execution_1';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'a choice assigns variables (CONDITION_TRUE)',
      source: localstack('stepfunctions/v2/assign/test_assign_base.py::TestAssignBase::test_assign_in_choice[CONDITION_TRUE]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"QueryLanguage": "JSONata", "StartAt": "ChoiceState", "States": {"ChoiceState": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.condition %}", "Next": "ConditionTrue", "Assign": {"Assignment": "Condition assignment"}}], "Default": "DefaultState", "Assign": {"Assignment": "Default Assignment"}}, "ConditionTrue": {"Type": "Pass", "End": true}, "DefaultState": {"Type": "Fail", "Cause": "Condition is false"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"condition": true}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            3: { stateExitedEventDetails: { assignedVariables: { Assignment: '"Condition assignment"' } } },
            6: { executionSucceededEventDetails: { output: json({ condition: true }) } },
          },
        ),
      ],
    },
    {
      title: 'a choice assigns variables (CONDITION_FALSE)',
      source: localstack('stepfunctions/v2/assign/test_assign_base.py::TestAssignBase::test_assign_in_choice[CONDITION_FALSE]'),
      recorded: '2024-12',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"QueryLanguage": "JSONata", "StartAt": "ChoiceState", "States": {"ChoiceState": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.condition %}", "Next": "ConditionTrue", "Assign": {"Assignment": "Condition assignment"}}], "Default": "DefaultState", "Assign": {"Assignment": "Default Assignment"}}, "ConditionTrue": {"Type": "Pass", "End": true}, "DefaultState": {"Type": "Fail", "Cause": "Condition is false"}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"condition": false}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted ChoiceStateEntered ChoiceStateExited FailStateEntered ExecutionFailed', {
          3: { stateExitedEventDetails: { assignedVariables: { Assignment: '"Default Assignment"' } } },
          5: { executionFailedEventDetails: { cause: 'Condition is false' } },
        }),
      ],
    },
    {
      title: 'a variable is assigned a value (BASE_ASSIGN_FROM_PARAMETERS)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_assign_from_value',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_ASSIGN_FROM_PARAMETERS", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Parameters": {"input": "PENDING"}, "Assign": {"result.$": "$.input"}, "Next": "State1"}, "State1": {"Type": "Pass", "Assign": {"result": "SUCCESS", "originalResult.$": "$.input"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted PassStateEntered PassStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            3: { stateExitedEventDetails: { assignedVariables: { result: '"PENDING"' } } },
            5: { stateExitedEventDetails: { assignedVariables: { originalResult: '"PENDING"', result: '"SUCCESS"' } } },
            6: { executionSucceededEventDetails: { output: json({ input: 'PENDING' }) } },
          },
        ),
      ],
    },
    {
      title: 'a variable is assigned a value (BASE_ASSIGN_FROM_RESULT)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_assign_from_value',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_ASSIGN_FROM_RESULT", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Result": {"answer": 42}, "Assign": {"theAnswer.$": "$.answer"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          3: { stateExitedEventDetails: { assignedVariables: { theAnswer: '42' } } },
          4: { executionSucceededEventDetails: { output: json({ answer: 42 }) } },
        }),
      ],
    },
    {
      title: 'a variable is assigned a value (BASE_ASSIGN_FROM_INTRINSIC_FUNCTION)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_assign_from_value',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_ASSIGN_FROM_INTRINSIC_FUNCTION", "StartAt": "State0", "States": {"State0": {"Type": "Pass", "Result": {"inputArray": [1, 2, 3, 4, 5, 6], "duplicateArray": [1, 2, 2, 3, 3, 4], "rawString": "Hello World", "encodedString": "SGVsbG8gV29ybGQ=", "inputString": "Hash this string", "json1": {"a": 1, "b": 2}, "json2": {"c": 3, "d": 4}, "jsonString": "{\\"key\\":\\"value\\"}", "jsonObject": {"test": "object"}, "value1": 5, "value2": 3, "csvString": "a,b,c,d,e", "name": "John", "place": "LocalStack", "additionalInfo": {"age": 30, "role": "developer"}}, "Assign": {"arrayOps": {"simpleArray.$": "States.Array(\'a\', \'b\', \'c\')", "partitionedArray.$": "States.ArrayPartition($.inputArray, 2)", "containsElement.$": "States.ArrayContains($.inputArray, 5)", "numberRange.$": "States.ArrayRange(1, 10, 2)", "thirdElement.$": "States.ArrayGetItem($.inputArray, 2)", "arraySize.$": "States.ArrayLength($.inputArray)", "uniqueValues.$": "States.ArrayUnique($.duplicateArray)"}, "encodingOps": {"encoded.$": "States.Base64Encode($.rawString)", "decoded.$": "States.Base64Decode($.encodedString)"}, "hashOps": {"hashValue.$": "States.Hash($.inputString, \'SHA-256\')"}, "jsonOps": {"mergedJson.$": "States.JsonMerge($.json1, $.json2, false)", "parsedJson.$": "States.StringToJson($.jsonString)", "stringifiedJson.$": "States.JsonToString($.jsonObject)"}, "mathOps": {"sum.$": "States.MathAdd($.value1, $.value2)"}, "stringOps": {"splitString.$": "States.StringSplit($.csvString, \',\')", "formattedString.$": "States.Format(\'Hello {}, welcome to {}!\', $.name, $.place)"}, "uuidOp": {"uniqueId.$": "States.UUID()"}}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{}' }, { as: 'execution' }),
        happens('{execution.executionArn}', 'ExecutionStarted PassStateEntered PassStateExited ExecutionSucceeded', {
          3: {
            stateExitedEventDetails: {
              assignedVariables: {
                arrayOps: json({
                  simpleArray: ['a', 'b', 'c'],
                  partitionedArray: [
                    [1, 2],
                    [3, 4],
                    [5, 6],
                  ],
                  containsElement: true,
                  numberRange: [1, 3, 5, 7, 9],
                  thirdElement: 3,
                  arraySize: 6,
                  uniqueValues: [1, 2, 3, 4],
                }),
                encodingOps: json({ encoded: 'SGVsbG8gV29ybGQ=', decoded: 'Hello World' }),
                hashOps: json({ hashValue: '1cac63f39fd68d8c531f27b807610fb3d50f0fc3f186995767fb6316e7200a3e' }),
                jsonOps: json({
                  mergedJson: { a: 1, b: 2, c: 3, d: 4 },
                  parsedJson: { key: 'value' },
                  stringifiedJson: '{"test":"object"}',
                }),
                mathOps: json({ sum: 8 }),
                stringOps: json({ splitString: ['a', 'b', 'c', 'd', 'e'], formattedString: 'Hello John, welcome to LocalStack!' }),
              },
            },
          },
          4: {
            executionSucceededEventDetails: {
              output: json({
                inputArray: [1, 2, 3, 4, 5, 6],
                duplicateArray: [1, 2, 2, 3, 3, 4],
                rawString: 'Hello World',
                encodedString: 'SGVsbG8gV29ybGQ=',
                inputString: 'Hash this string',
                json1: { a: 1, b: 2 },
                json2: { c: 3, d: 4 },
                jsonString: '{"key":"value"}',
                jsonObject: { test: 'object' },
                value1: 5,
                value2: 3,
                csvString: 'a,b,c,d,e',
                name: 'John',
                place: 'LocalStack',
                additionalInfo: { age: 30, role: 'developer' },
              }),
            },
          },
        }),
      ],
    },
    {
      title: 'a choice and its rules assign variables (CORRECT)',
      source: localstack(
        'stepfunctions/v2/assign/test_assign_reference_variables.py::TestAssignReferenceVariables::test_assign_in_choice_state',
      ),
      recorded: '2024-11',
      steps: [
        call('states.CreateStateMachine', {
          name: 'statemachine_create_and_record_execution_1',
          definition:
            '{"Comment": "BASE_ASSIGN_IN_CHOICE", "StartAt": "CheckInputState", "States": {"CheckInputState": {"Type": "Choice", "Choices": [{"Variable": "$.input_value", "IsPresent": false, "Assign": {"status": "UNKNOWN"}, "Next": "FinalState"}, {"Variable": "$.input_value", "NumericEquals": 42, "Assign": {"status": "CORRECT"}, "Next": "FinalState"}], "Assign": {"status": "INCORRECT", "guess.$": "$.input_value"}, "Default": "FinalState"}, "FinalState": {"Type": "Pass", "Parameters": {"result.$": "$status"}, "End": true}}}',
          roleArn,
          type: 'STANDARD',
        }),
        call('states.StartExecution', { stateMachineArn, input: '{"input_value": "42"}' }, { as: 'execution' }),
        happens(
          '{execution.executionArn}',
          'ExecutionStarted ChoiceStateEntered ChoiceStateExited PassStateEntered PassStateExited ExecutionSucceeded',
          {
            3: { stateExitedEventDetails: { assignedVariables: { guess: '"42"', status: '"INCORRECT"' } } },
            6: { executionSucceededEventDetails: { output: json({ result: 'INCORRECT' }) } },
          },
        ),
      ],
    },
  ],
};
