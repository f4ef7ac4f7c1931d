// Machines of expressions. Texts of failures: recorded answers of the service (localstack/localstack, 2024-2025).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

let count = 0;
const evaluate = async (Output: unknown, input: unknown = {}, Assign?: object) => {
  const states = {
    A: { Type: 'Pass', Output, ...(Assign && { Assign }), Next: 'B' },
    B: { Type: 'Pass', Output: '{% $exists($v) ? [$states.input, $v] : $states.input %}', End: true },
  };
  return machines.run(await machines.machine(`e${count++}`, states, { QueryLanguage: 'JSONata' }), input);
};

it.each([
  [
    { sum: '{% $sum($states.input.list) %}', text: ' {% no expression %}' },
    { sum: 6, text: ' {% no expression %}' },
  ],
  ['{% $range(1, 1, 1) %}', 1],
  ['{% $partition([1, 2, 3], 2) %}', [[1, 2], [3]]],
  ['{% $parse("{\\"a\\":1}").a %}', 1],
  ['{% $hash("data", "MD5") %}', '8d777f385d3dfec8815d20f7496026dc'],
  ['{% $random(42) %}', 0.7275636800328681],
  ['{% 1/0 %}', 'Infinity'],
  ['{% [1/0, -1/0, {"k": 0/0}] %}', ['Infinity', '-Infinity', { k: 'NaN' }]],
  ['{% 1e308 * 10 %}', 'Infinity'],
  ['{% $string(1/0) %}', 'Infinity'],
  ['{% $parseInteger("abc", "0") %}', 'NaN'],
  ['{% $range(-1.7, 2, 1) %}', [-1, 0, 1, 2]],
  ['{% $count($range(1, 2000, 1)) %}', 2000],
  ['{% $partition([1, 2, 3], 2.9) %}', [[1, 2], [3]]],
  ['{% {"there": 1, "gone": $states.input.nothing} %}', { there: 1 }],
  ['{% $states.context.State.Name %}', 'A'],
  ['{% $replace("a-b", /-/, "+") %}', 'a+b'],
])('%j', async (output, expected) => {
  const described = await evaluate(output, { list: [1, 2, 3] });
  expect({ cause: described.cause, output: JSON.parse(described.output ?? 'null') as unknown }).toEqual({
    cause: undefined,
    output: expected,
  });
});

it('assigns variables', async () => {
  expect((await evaluate('{% 1 %}', {}, { v: '{% $states.input %}' })).output).toBe('[1,{}]');
});

it.each([
  [
    '{% $states.input.nothing %}',
    "The JSONata expression '$states.input.nothing' specified for the field 'Output/x' returned nothing (undefined).",
  ],
  ['{% function($a) { $a } %}', "specified for the field 'Output/x' returned an unsupported result type."],
  ['{% $toString.constructor("return 1")() %}', 'returned nothing (undefined).'],
  ['{% $abs("x") %}', 'threw an error during evaluation. T0410: Argument 1 of function "abs" does not match function signature'],
  ['{% $eval("1") %}', 'threw an error during evaluation. T1006: Attempted to invoke a non-function'],
  ['{% $partition([1], -1) %}', 'threw an error during evaluation. D3137: Second argument must be zero or greater'],
  ['{% $hash("a", "md5") %}', "D3137: Hash algorithm 'md5' must be one of SHA-1, SHA-384, SHA-256, SHA-512, MD5"],
  ['{% $parse("") %}', 'threw an error during evaluation. D3137: Invalid JSON'],
])('fails with %s', async (x, cause) => {
  const described = await evaluate({ x });
  expect(described).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  expect(described.cause).toContain(cause);
});

it('chooses by conditions', async () => {
  const Choices = [{ Condition: '{% $states.input.n > 10 %}', Next: 'Big', Output: 'big' }];
  const states = {
    C: { Type: 'Choice', Choices, Default: 'Small' },
    Big: { Type: 'Succeed' },
    Small: { Type: 'Succeed', Output: 'small' },
  };
  const arn = await machines.machine('chooses', states, { QueryLanguage: 'JSONata' });
  expect([(await machines.run(arn, { n: 11 })).output, (await machines.run(arn, { n: 1 })).output]).toEqual(['"big"', '"small"']);
});

it('refuses expressions that cannot be read', async () => {
  const made = machines.machine('broken', { A: { Type: 'Pass', Output: '{% 1 + %}', End: true } }, { QueryLanguage: 'JSONata' });
  await expect(made).rejects.toMatchObject({ name: 'InvalidDefinition', message: expect.stringContaining('/States/A/Output') });
});
