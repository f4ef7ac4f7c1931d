// Definitions that are refused. The texts marked as recorded are answers of the service, published by localstack/localstack.
import { expect, it } from 'vitest';
import { checkDefinition } from './check-definition.ts';
import { describeDiagnostics } from './diagnostics.ts';

const check = async (definition: unknown, isExpress = false) => {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  return (await checkDefinition(text, { isExpress, expressions: undefined })).diagnostics;
};
const one = (state: object, more: object = {}) => ({ StartAt: 'A', States: { A: state }, ...more });
const PASS = { Type: 'Pass', End: true };

it('accepts a machine', async () => {
  const branch = { StartAt: 'C', States: { C: { Type: 'Succeed' } } };
  const states = {
    A: {
      Type: 'Choice',
      Choices: [{ And: [{ Variable: '$.a', IsPresent: true }, { Not: { Variable: '$.a', NumericEquals: 1 } }], Next: 'B' }],
      Default: 'Z',
    },
    B: {
      Type: 'Parallel',
      Branches: [branch],
      Next: 'M',
      Retry: [{ ErrorEquals: ['States.ALL'] }],
      Catch: [{ ErrorEquals: ['X'], Next: 'Z' }],
    },
    M: { Type: 'Map', ItemsPath: '$.items', ItemProcessor: { StartAt: 'D', States: { D: PASS } }, MaxConcurrency: 2, Next: 'T' },
    T: {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: { 'a.$': '$.b', 'c.$': "States.Format('{}', $.d)" },
      End: true,
    },
    Z: { Type: 'Fail', ErrorPath: '$.error', Cause: 'because' },
  };
  expect(await check({ StartAt: 'A', States: states, TimeoutSeconds: 5, Comment: '', Version: '1.0' })).toEqual([]);
});

it.each([
  ['recorded: no object', '"text"', { code: 'SCHEMA_VALIDATION_FAILED', message: 'Definition must be a valid JSON object' }],
  ['recorded: no fields', {}, { message: 'These fields are required: [States, StartAt]', location: '/' }],
  ['recorded: no start', { States: { A: PASS } }, { message: 'These fields are required: [StartAt]', location: '/' }],
  [
    'recorded: an unknown type',
    one({ Type: 'Nothing' }),
    {
      message: "The field 'Type' should have one of these values: [Task, Wait, Pass, Succeed, Fail, Choice, Parallel, Map]",
      location: '/States/A/Type',
    },
  ],
  [
    'recorded: no branches',
    one({ Type: 'Parallel', Branches: [], End: true }),
    { message: 'Value cannot be empty', location: '/States/A/Branches' },
  ],
  [
    'recorded: a role that is missing',
    one({ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Credentials: {}, End: true }),
    { message: "The field 'RoleArn' is required but was missing", location: '/States/A/Credentials' },
  ],
  [
    'recorded: back to paths',
    one({ ...PASS, QueryLanguage: 'JSONPath' }, { QueryLanguage: 'JSONata' }),
    { message: "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine", location: '/States/A' },
  ],
  ['a target that is missing', one({ Type: 'Pass', Next: 'B' }), { code: 'MISSING_TRANSITION_TARGET', location: '/States/A/Next' }],
  [
    'a state that nothing reaches',
    { StartAt: 'A', States: { A: PASS, B: PASS } },
    { code: 'MISSING_TRANSITION_TARGET', location: '/States/B' },
  ],
  [
    'no end',
    one({ Type: 'Pass' }),
    { message: 'This object should have only one of the following fields: [Next, End]', location: '/States/A' },
  ],
  [
    'both ends',
    one({ Type: 'Pass', Next: 'A', End: true }),
    { message: 'There should only be one of the following fields: [Next, End]', location: '/States/A' },
  ],
  ['an unknown field', one({ ...PASS, Sesult: 1 }), { message: "Field 'Sesult' is not supported", location: '/States/A' }],
  [
    'a path that is none',
    one({ ...PASS, InputPath: 'x' }),
    { message: 'Value must be a valid JSONPath.', location: '/States/A/InputPath' },
  ],
  [
    'a template with no path',
    one({ ...PASS, Parameters: { a: { 'b.$': 'x' } } }),
    {
      message: "The value for the field 'b.$' must be a valid JSONPath or a valid intrinsic function call",
      location: '/States/A/Parameters/a',
    },
  ],
  [
    'an intrinsic function that is unknown',
    one({ ...PASS, Parameters: { 'b.$': 'States.Nothing()' } }),
    { location: '/States/A/Parameters' },
  ],
  [
    'a result path with a wildcard',
    one({ ...PASS, ResultPath: '$.a[*]' }),
    { message: 'Value is not a Reference Path', location: '/States/A/ResultPath' },
  ],
  [
    'arguments in a state of paths',
    one({ Type: 'Task', Resource: 'arn:x', Arguments: {}, End: true }),
    {
      message: "The QueryLanguage is set to 'JSONPath', but field 'Arguments' is only supported for the 'JSONata' QueryLanguage",
      location: '/States/A',
    },
  ],
  [
    'two times to wait',
    one({ Type: 'Wait', Seconds: 1, SecondsPath: '$.s', End: true }),
    {
      message: 'There should only be one of the following fields: [SecondsPath, Seconds, TimestampPath, Timestamp]',
      location: '/States/A',
    },
  ],
  [
    'States.ALL in company',
    one({ Type: 'Task', Resource: 'arn:x', End: true, Retry: [{ ErrorEquals: ['States.ALL', 'B'] }] }),
    { message: 'States.ALL must appear alone and at end of list', location: '/States/A/Retry[0]/ErrorEquals[0]' },
  ],
  [
    'a rate below 1',
    one({ Type: 'Task', Resource: 'arn:x', End: true, Retry: [{ ErrorEquals: ['B'], BackoffRate: 0.5 }] }),
    { message: 'Minimum value is 1.0', location: '/States/A/Retry[0]/BackoffRate' },
  ],
  ['a rule without an operator', one({ Type: 'Choice', Choices: [{ Variable: '$.a', Next: 'A' }] }), { location: '/States/A/Choices[0]' }],
  [
    'a name twice',
    one({ Type: 'Parallel', End: true, Branches: [{ StartAt: 'A', States: { A: PASS } }] }),
    { code: 'DUPLICATE_STATE_NAME' },
  ],
])('refuses %s', async (_, definition, expected) => {
  expect((await check(definition))[0]).toMatchObject(expected);
});

it.each([
  ['arn:aws:states:::sqs:sendMessage.waitForTaskToken', "Express state machine does not support '.waitForTaskToken' service integration "],
  ['arn:aws:states:::states:startExecution.sync:2', "Express state machine does not support '.sync' service integration"],
  ['arn:aws:states:us-east-1:111111111111:activity:a', 'Express state machine does not support Activity ARN'],
])('refuses %s in an Express machine (recorded)', async (Resource, message) => {
  const definition = one({ Type: 'Task', Resource, End: true });
  expect(await check(definition, true)).toEqual([
    { severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message, location: '/States/A/Resource' },
  ]);
  expect(await check(definition)).toEqual([]);
});

it('places what is no JSON, as recorded', async () => {
  const place = '[Source: (String)"not a definition"; line: 1, column: 4]';
  const message = `Unrecognized token 'not': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at ${place}`;
  expect(await check('not a definition')).toEqual([{ severity: 'ERROR', code: 'INVALID_JSON_DESCRIPTION', message, location: place }]);
  expect((await check("{'a': 1}"))[0]?.message).toMatch(
    "Unexpected character (''' (code 39)): was expecting double-quote to start field name",
  );
});

it('describes every finding in one message, as recorded', async () => {
  expect(describeDiagnostics(await check({ StartAt: 'A' }))).toBe(
    "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: These fields are required: [States] at /'",
  );
});

it.each([1001, 400_000])('refuses what is nested %d deep, in the words that inputs of that depth get', async (depth) => {
  const text = `{"StartAt":"A","States":{"A":{"Type":"Pass","End":true,"Result":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;
  expect(describeDiagnostics(await check(text))).toBe(
    "Invalid State Machine Definition: 'INVALID_JSON_DESCRIPTION: Document nesting depth (1001) exceeds the maximum allowed (1000)'",
  );
});
