// Recorded answers about machine lives of the state machines service.
import { call, localstack, type RecordedCases } from '../case.ts';

const resourceArn = 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1';
const roleArn = 'arn:aws:iam::{account}:role/any';

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'tags of a machine are removed (tag_keys2)',
      source: localstack('stepfunctions/v2/test_sfn_api_tagging.py::TestSnfApiTagging::test_untag_state_machine[tag_keys2]'),
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
        call('states.TagResource', { resourceArn, tags: [{ key: 'key1', value: 'value1' }] }, { answer: {} }),
        call('states.UntagResource', { resourceArn, tagKeys: ['key1', 'key1'] }, { answer: {} }),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [] } }),
      ],
    },
    {
      title: 'tags of a machine are removed (tag_keys3)',
      source: localstack('stepfunctions/v2/test_sfn_api_tagging.py::TestSnfApiTagging::test_untag_state_machine[tag_keys3]'),
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
        call('states.TagResource', { resourceArn, tags: [{ key: 'key1', value: 'value1' }] }, { answer: {} }),
        call('states.UntagResource', { resourceArn, tagKeys: ['key1', 'key2'] }, { answer: {} }),
        call('states.ListTagsForResource', { resourceArn }, { contains: { tags: [] } }),
      ],
    },
    {
      title: 'a machine is made with tags',
      source: localstack('stepfunctions/v2/test_sfn_api_tagging.py::TestSnfApiTagging::test_create_state_machine'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
            tags: [
              { key: 'key1', value: 'value1' },
              { key: 'key2', value: 'value2' },
            ],
          },
          { contains: { stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1' } },
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
      title: 'what is no definition is told by its validation (NOT_A_DEF)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_not_a_definition',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          { definition: 'not a definition', type: 'STANDARD' },
          {
            contains: {
              diagnostics: [
                {
                  code: 'INVALID_JSON_DESCRIPTION',
                  location: '[Source: (String)"not a definition"; line: 1, column: 4]',
                  message:
                    "Unrecognized token 'not': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source: (String)\"not a definition\"; line: 1, column: 4]",
                  severity: 'ERROR',
                },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'what is no definition is told by its validation (EMPTY_DICT)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_not_a_definition',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          { definition: '{}', type: 'STANDARD' },
          {
            contains: {
              diagnostics: [
                {
                  code: 'SCHEMA_VALIDATION_FAILED',
                  location: '/',
                  message: 'These fields are required: [States, StartAt]',
                  severity: 'ERROR',
                },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'a definition of a standard machine is validated (VALID_BASE_PASS)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_standard',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          { definition: '{"StartAt": "StartState", "States": {"StartState": {"Type": "Pass", "End": true}}}', type: 'STANDARD' },
          { contains: { diagnostics: [], result: 'OK' } },
        ),
      ],
    },
    {
      title: 'a definition of a standard machine is validated (INVALID_DOWNGRADE_QUERY_LANGUAGE)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_standard',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          {
            definition:
              '{"StartAt": "Pass", "States": {"Pass": {"Type": "Pass", "End": true, "QueryLanguage": "JSONPath"}}, "QueryLanguage": "JSONata"}',
            type: 'STANDARD',
          },
          {
            contains: {
              diagnostics: [
                {
                  code: 'SCHEMA_VALIDATION_FAILED',
                  location: '/States/Pass',
                  message: "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine",
                  severity: 'ERROR',
                },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'a definition of a standard machine is validated (VALID_QUERY_LANGUAGE_PASS)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_standard',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          {
            definition:
              '{"StartAt": "Map", "QueryLanguage": "JSONPath", "States": {"Map": {"Type": "Map", "QueryLanguage": "JSONata", "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Pass", "States": {"Pass": {"QueryLanguage": "JSONPath", "Type": "Pass", "End": true}}}, "End": true}}}',
            type: 'STANDARD',
          },
          { contains: { diagnostics: [], result: 'OK' } },
        ),
      ],
    },
    {
      title: 'a definition of a standard machine is validated (INVALID_BASE_NO_STARTAT)',
      source: localstack(
        'stepfunctions/v2/test_sfn_api_validation.py::TestSfnApiValidation::test_validate_state_machine_definition_type_standard',
      ),
      recorded: '2025-10',
      steps: [
        call(
          'states.ValidateStateMachineDefinition',
          { definition: '{"States": {"StartState": {"Type": "Pass", "End": true}}}', type: 'STANDARD' },
          {
            contains: {
              diagnostics: [
                { code: 'SCHEMA_VALIDATION_FAILED', location: '/', message: 'These fields are required: [StartAt]', severity: 'ERROR' },
              ],
              result: 'FAIL',
            },
          },
        ),
      ],
    },
    {
      title: 'a machine is made together with its first version',
      source: localstack('stepfunctions/v2/test_sfn_api_versioning.py::TestSnfApiVersioning::test_create_with_publish'),
      recorded: '2023-08',
      steps: [
        call(
          'states.CreateStateMachine',
          {
            name: 'statemachine_1',
            definition:
              '{"Comment": "BASE_PASS_RESULT", "StartAt": "State_1", "States": {"State_1": {"Type": "Pass", "Result": {"Arg1": "argument1"}, "End": true}}}',
            roleArn,
            publish: true,
          },
          {
            contains: {
              stateMachineArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1',
              stateMachineVersionArn: 'arn:aws:states:us-east-1:{account}:stateMachine:statemachine_1:1',
            },
          },
        ),
      ],
    },
  ],
};
