// Findings that the service itself answers. Sources, each a measurement in us-east-1 that its authors published:
// https://github.com/floci-io/floci/issues/2735 and /pull/2786 (August 2026), /issues/2968 (September 2026),
// the rules of https://github.com/badmintoncryer/cdk-preflight (September 2026), https://github.com/localstack/localstack/issues/12958 (August 2025).
import { expect, it } from 'vitest';
import { expressionEngine } from '#model/expression-engine';
import { Expressions } from '#services/states/language/expressions/expressions';
import { checkDefinition } from './check-definition.ts';
import { describeDiagnostics } from './diagnostics.ts';

const expressions = new Expressions(expressionEngine);
const check = async (definition: object, isExpress = false) =>
  (await checkDefinition(JSON.stringify(definition), { isExpress, expressions })).diagnostics;
/** Code, message and place of each finding; the code of the schema is left out. */
const found = async (definition: object, isExpress = false): Promise<string[]> =>
  (await check(definition, isExpress)).map(({ code, message, location }) => {
    const place = location === undefined ? '' : ` at ${location}`;
    return code === 'SCHEMA_VALIDATION_FAILED' ? `${message}${place}` : `${code}: ${message}${place}`;
  });
const machine = (States: object, more: object = {}) => ({ StartAt: Object.keys(States)[0], States, ...more });
const JSONATA = { QueryLanguage: 'JSONata' };
const END = { Type: 'Pass', End: true };
const X = '/States/X';

it.each<[string, object, readonly string[]]>([
  [
    'a field of expressions in a state of paths',
    machine({ X: { ...END, Output: {} } }),
    [`The QueryLanguage is set to 'JSONPath', but field 'Output' is only supported for the 'JSONata' QueryLanguage at ${X}`],
  ],
  [
    'a field of paths in a state of expressions',
    machine({ X: { ...END, Parameters: {} } }, JSONATA),
    [`The QueryLanguage is set to 'JSONata', but field 'Parameters' is only supported for the 'JSONPath' QueryLanguage at ${X}`],
  ],
  [
    'paths where the machine has expressions, without the fields that go with them',
    machine({ X: { ...END, Parameters: {}, QueryLanguage: 'JSONPath' } }, JSONATA),
    [`'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine at ${X}`],
  ],
  [
    'a language that there is not',
    machine({ X: { ...END, QueryLanguage: 'jsonpath' } }),
    [`Value should be one of the following: [JSONPath, JSONata] at ${X}/QueryLanguage`],
  ],
  [
    'a language that is no text, which means expressions',
    machine({ X: { ...END, InputPath: '$', QueryLanguage: 1 } }),
    [
      `The QueryLanguage is set to 'JSONata', but field 'InputPath' is only supported for the 'JSONPath' QueryLanguage at ${X}`,
      `Expected value of type [STRING] at ${X}/QueryLanguage`,
    ],
  ],
  [
    'a language of iterations',
    machine({ X: { Type: 'Map', End: true, ItemProcessor: { ...JSONATA, ...machine({ P: END }) } } }),
    [`Field 'QueryLanguage' is not supported at ${X}/ItemProcessor`],
  ],
  [
    'a language of iterations under their older name',
    machine({ X: { Type: 'Map', End: true, Iterator: { ...JSONATA, ...machine({ P: END }) } } }),
    [`Field 'QueryLanguage' is not supported at ${X}/Iterator`],
  ],
  [
    'a language of a branch',
    machine({ X: { Type: 'Parallel', End: true, Branches: [{ ...JSONATA, ...machine({ P: END }) }] } }),
    [`Field 'QueryLanguage' is not supported at ${X}/Branches[0]`],
  ],
  [
    'expressions in states of a Map state that has them, in a machine of paths',
    machine({ X: { Type: 'Map', ...JSONATA, End: true, ItemProcessor: machine({ P: { ...END, Output: '{% 1 %}' } }) } }),
    [
      `The QueryLanguage is set to 'JSONPath', but field 'Output' is only supported for the 'JSONata' QueryLanguage at ${X}/ItemProcessor/States/P`,
    ],
  ],
  [
    'paths in states of a Map state that has expressions, in a machine of paths: nothing',
    machine({ X: { Type: 'Map', ...JSONATA, End: true, ItemProcessor: machine({ P: { ...END, OutputPath: '$.a' } }) } }),
    [],
  ],
  [
    'a state that leads to itself alone',
    machine({ X: { Type: 'Pass', Next: 'X' } }),
    ['MISSING_END_STATE: Workflow has no terminal state'],
  ],
  [
    'targets that are missing, before the end that is missing',
    machine({ X: { Type: 'Choice', Choices: [{ Variable: '$.a', IsNull: true, Next: 'Y' }], Default: 'Z' } }),
    [
      `MISSING_TRANSITION_TARGET: Missing 'Next' target: Z at ${X}/Default`,
      `MISSING_TRANSITION_TARGET: Missing 'Next' target: Y at ${X}/Choices[0]/Next`,
      'MISSING_END_STATE: Workflow has no terminal state',
    ],
  ],
  [
    'iterations without an end',
    machine({ X: { Type: 'Map', End: true, ItemProcessor: machine({ P: { Type: 'Pass', Next: 'P' } }) } }),
    ['MISSING_END_STATE: Workflow has no terminal state'],
  ],
  [
    'states that only reach each other',
    machine({ X: END, B: { Type: 'Pass', Next: 'C' }, C: { Type: 'Pass', Next: 'B' } }),
    [
      'MISSING_TRANSITION_TARGET: State "B" is not reachable. at /States/B',
      'MISSING_TRANSITION_TARGET: State "C" is not reachable. at /States/C',
    ],
  ],
  [
    'a start that is missing',
    { StartAt: 'N', States: { X: END } },
    ["MISSING_TRANSITION_TARGET: Missing 'Next' target: N at /StartAt", `MISSING_TRANSITION_TARGET: State "X" is not reachable. at ${X}`],
  ],
  [
    'numbers out of their range',
    machine({ X: { Type: 'Map', End: true, MaxConcurrency: -1, ToleratedFailurePercentage: 101, ItemProcessor: machine({ P: END }) } }),
    [`Minimum value is 0 at ${X}/MaxConcurrency`, `Maximum value is 100.0 at ${X}/ToleratedFailurePercentage`],
  ],
  [
    'both forms of a field',
    machine({ X: { Type: 'Task', Resource: 'arn:x', End: true, TimeoutSeconds: 1, TimeoutSecondsPath: '$.t' } }),
    [`There should only be one of the following fields: [TimeoutSeconds, TimeoutSecondsPath] at ${X}`],
  ],
  [
    'a number in the context object',
    machine({ X: { Type: 'Map', End: true, MaxConcurrencyPath: '$$.Execution.Input.n', ItemProcessor: machine({ P: END }) } }),
    [`Value is not a Reference Path at ${X}/MaxConcurrencyPath`],
  ],
  [
    'a rule with a language of its own',
    machine({ X: { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'Y' }] }, Y: END }),
    [`The QueryLanguage is set to 'JSONPath', but field 'Condition' is only supported for the 'JSONata' QueryLanguage at ${X}/Choices[0]`],
  ],
  [
    'a rule about nothing',
    machine({ X: { Type: 'Choice', Choices: [{ Next: 'Y' }] }, Y: END }),
    [`The object must have only one of the following fields, [And, Or, Not, Variable, Condition] at ${X}/Choices[0]`],
  ],
  [
    'a target within a combined rule',
    machine({ X: { Type: 'Choice', Choices: [{ Not: { Variable: '$.a', IsNull: true, Next: 'Y' }, Next: 'Y' }] }, Y: END }),
    [`Field 'Next' is not supported at ${X}/Choices[0]/Not`],
  ],
  [
    'a time that is none',
    machine({ X: { Type: 'Wait', End: true, Timestamp: '2016-12-05 21:29:29Z' } }),
    [`String does not match RFC3339 timestamp at ${X}/Timestamp`],
  ],
  [
    'two forms of a batch, of the other language',
    machine(
      {
        X: {
          ...{ Type: 'Map', End: true, ItemBatcher: { MaxItemsPerBatch: 1, MaxItemsPerBatchPath: '$.n' } },
          ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }, ...machine({ P: END }) },
        },
      },
      JSONATA,
    ),
    [
      `The QueryLanguage is set to 'JSONata', but field 'MaxItemsPerBatchPath' is only supported for the 'JSONPath' QueryLanguage at ${X}/ItemBatcher`,
      `There should only be one of the following fields: [MaxItemsPerBatch, MaxItemsPerBatchPath] at ${X}/ItemBatcher`,
    ],
  ],
  [
    'executions without a type',
    machine({ X: { Type: 'Map', End: true, ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, ...machine({ P: END }) } } }),
    [`These fields are required: [ExecutionType] at ${X}/ItemProcessor/ProcessorConfig`],
  ],
  [
    'a reader that there is not',
    machine({
      X: { Type: 'Map', End: true, ItemReader: { Resource: 'arn:aws:states:::s3:putObject' }, ItemProcessor: machine({ P: END }) },
    }),
    [
      `The field 'Resource' does not match any of the allowed values. Examples: [arn:<partition>:states:::s3:getObject, arn:<partition>:states:::s3:listObjectsV2] at ${X}/ItemReader/Resource`,
    ],
  ],
  [
    'columns of a file that has none',
    machine({
      X: {
        ...{ Type: 'Map', End: true, ItemProcessor: machine({ P: END }) },
        ItemReader: {
          Resource: 'arn:aws:states:::s3:getObject',
          ReaderConfig: { InputType: 'JSON', CSVHeaderLocation: 'FIRST_ROW' },
        },
      },
    }),
    [`Field 'CSVHeaderLocation' is not supported at ${X}/ItemReader/ReaderConfig`],
  ],
  [
    'a name twice',
    machine({ X: { Type: 'Parallel', End: true, Branches: [machine({ X: END })] } }),
    [`DUPLICATE_STATE_NAME: Duplicate State name: X at ${X}/Branches[0]/States/X`],
  ],
  [
    'a variable of the service',
    machine({ X: { ...END, Assign: { states: 1 } } }),
    [`RESERVED_VARIABLE_NAME: Cannot assign to reserved variable '$states'. at ${X}/Assign`],
  ],
  [
    'a variable with a name that is none',
    machine({ X: { ...END, Assign: { '1x': 1 } } }),
    [`INVALID_VARIABLE_NAME: Invalid variable name '1x': the variable name contains invalid characters. at ${X}/Assign`],
  ],
  [
    'a variable of the states around',
    machine({ X: { Type: 'Map', End: true, Assign: { v: 1 }, ItemProcessor: machine({ P: { ...END, Assign: { v: 1 } } }) } }),
    [`DUPLICATE_VARIABLE_NAME: The variable name 'v' was already defined in a parent scope. at ${X}/ItemProcessor/States/P`],
  ],
])('finds %s', async (_, definition, expected) => {
  expect(await found(definition)).toEqual(expected);
});

it('finds distributed Map states in Express machines', async () => {
  const ItemProcessor = { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' }, ...machine({ P: END }) };
  expect(await found(machine({ X: { Type: 'Map', End: true, ItemProcessor } }), true)).toEqual([
    `The field 'Mode' with value 'DISTRIBUTED' is not supported inside 'EXPRESS' state machines at ${X}/ItemProcessor/ProcessorConfig/Mode`,
  ]);
});

it('finds names that are too long', async () => {
  const name = 'n'.repeat(81);
  expect(await found(machine({ [name]: END }))).toEqual([
    `INVALID_STATE_NAME: Invalid State name: State '${name}' exceeds the 80-character limit allowed by the service at /States/${name}`,
  ]);
});

it('tells that a finding has no place', async () => {
  expect(describeDiagnostics(await check(machine({ X: { Type: 'Pass', Next: 'X' } })))).toBe(
    "Invalid State Machine Definition: 'MISSING_END_STATE: Workflow has no terminal state at null'",
  );
});
