// The language of a state, and errors of the interpreter that no state handles.
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const JSONATA = { QueryLanguage: 'JSONata' };
const PATHS = { P: { Type: 'Pass', Parameters: { 'twice.$': 'States.MathAdd($, $)' }, End: true } };
const EXPRESSIONS = { P: { Type: 'Pass', Output: "{% {'twice': 2 * $states.input} %}", End: true } };
const map = (States: object, ProcessorConfig?: object) => ({
  Type: 'Map',
  ItemProcessor: { ProcessorConfig, StartAt: 'P', States },
  End: true,
});

// Accepted and run by the service: https://github.com/localstack/localstack/issues/12958 (August 2025).
it.each([
  ['inline', { Mode: 'INLINE' }],
  ['distributed', { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }],
])('states in an %s Map state have the language of the machine', async (name, config) => {
  const M = { ...map(PATHS, config), ...JSONATA, Items: '{% $states.input.n %}', Output: '{% $states.result.twice %}' };
  const paths = await machines.run(await machines.machine(`paths-${name}`, { M }), { n: [1, 2] });
  expect([paths.cause, paths.output]).toEqual([undefined, '[2,4]']);
  const inner = map(EXPRESSIONS, config);
  const expressions = await machines.run(await machines.machine(`expressions-${name}`, { M: inner }, JSONATA), [1, 2]);
  expect([expressions.cause, expressions.output]).toEqual([undefined, '[{"twice":2},{"twice":4}]']);
});

// Measured: https://github.com/floci-io/floci/pull/2699 (August 2026).
it('fails where no rule of a Choice state holds, which nothing retries or catches', async () => {
  const C = { Type: 'Choice', Choices: [{ Variable: '$.a', NumericEquals: 1, Next: 'D' }] };
  const handled = {
    Retry: [{ ErrorEquals: ['States.ALL'] }],
    Catch: [
      { ErrorEquals: ['States.Runtime'], Next: 'Z' },
      { ErrorEquals: ['States.ALL'], Next: 'Z' },
    ],
  };
  const states = {
    A: { Type: 'Parallel', Branches: [{ StartAt: 'C', States: { C, D: { Type: 'Succeed' } } }], ...handled, End: true },
    Z: { Type: 'Succeed' },
  };
  const { status, error, cause } = await machines.run(await machines.machine('nowhere', states), { a: 2 });
  expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.Runtime' });
  expect(cause).toMatch(
    /^An error occurred while executing the state 'C' \(entered at the event id #\d+\)\. Failed to transition out of the state\. The state does not point to a next state\.$/,
  );
});

it('names both ids of a request to storage that failed', async () => {
  await machines.emulator.client(S3).createBucket({ Bucket: 'stored' });
  const A = { Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:s3:getObject', Parameters: { Bucket: 'stored', Key: 'none' }, End: true };
  const { error, cause } = await machines.run(await machines.machine('storage', { A }));
  expect(error).toBe('S3.NoSuchKeyException');
  expect(cause).toMatch(
    /^The specified key does not exist\. \(Service: S3, Status Code: 404, Request ID: \S+, Extended Request ID: \S+\) \(SDK Attempt Count: 1\)$/,
  );
});

it('fails a Map state that reads items for iterations of its own', async () => {
  const ItemReader = { Resource: 'arn:aws:states:::s3:getObject', Parameters: { Bucket: 'b', Key: 'k' } };
  const { error, cause } = await machines.run(await machines.machine('reader', { M: { ...map(PATHS), ItemReader } }), []);
  expect([error, cause]).toEqual([
    'States.Runtime',
    expect.stringContaining("The field 'ItemReader' is for Map states in DISTRIBUTED mode."),
  ]);
});
