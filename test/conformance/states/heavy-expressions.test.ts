// The limits of what states work out, as measured in the cloud (us-east-1, https://github.com/floci-io/floci/issues/2737, its pull requests 2783 and 2790), and
// work that takes long, which a thread does. Nothing here depends on how long it takes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const ROLE = 'arn:aws:iam::000000000000:role/r';
const tested = async (state: object, input: unknown = {}) => {
  const definition = JSON.stringify(state);
  const { status, output, error, cause } = await machines.sfn.testState({ definition, roleArn: ROLE, input: JSON.stringify(input) });
  return status === 'SUCCEEDED' ? (JSON.parse(output!) as unknown) : `${error}: ${cause}`;
};
const evaluated = (expression: string, input?: unknown) =>
  tested({ QueryLanguage: 'JSONata', Type: 'Pass', Output: `{% ${expression} %}`, End: true }, input);

const around = (count: number, open: string, close: string) => `${open.repeat(count)}1${close.repeat(count)}`;
const sum = (terms: number) => Array(terms).fill('1').join('+');
const recursion = (n: number) => `($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; $f(${n}))`;
const doubled = (times: number) => `($p := function($s, $n) { $n = 0 ? $s : $p($s & $s, $n - 1) }; $length($p("x", ${times})))`;

const STACK = ': Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive';
const MEMORY = ': Expression evaluation memory limit exceeded: Check for excessive memory usage';

describe('limits of the cloud', () => {
  it.each([
    [sum(100), 100],
    [around(99, '(', ')'), 1],
    [recursion(31), 31],
    ['[1..873782] ~> $count()', 873_782],
    ['$count($range(1, 360145, 1))', 360_145],
    [doubled(22), 2 ** 22],
  ])('%s passes', async (expression, value) => {
    expect(await evaluated(expression)).toBe(value);
  });

  it.each([
    [sum(101), STACK],
    [sum(200), STACK],
    [around(100, '(', ')'), STACK],
    [recursion(32), STACK],
    ['($f := function($n) { 1 + $f($n + 1) }; $f(0))', STACK],
    ['[1..873783] ~> $count()', MEMORY],
    ['$sum([1..900000])', MEMORY],
    ['$sum([1..10000000])', MEMORY],
    ['$range(1, 360146, 1)', MEMORY],
    ['$range(1, 100000000, 1)', MEMORY],
    [doubled(23), MEMORY],
    ['$pad("", 2000000000)', MEMORY],
    ['$length($pad("a", 8388608))', MEMORY],
  ])('%s fails', async (expression, limit) => {
    const problem = `The JSONata expression '${expression}' specified for the field 'Output' threw an error during evaluation${limit}`;
    expect(await evaluated(expression)).toBe(`States.QueryEvaluationError: ${problem}`);
  });

  it.each(['($f := function() { $f() }; $f())', "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /(a+)+$/)"])(
    '%s ends',
    async (expression) => {
      expect(await evaluated(expression)).toMatch(
        /' threw an error during evaluation: Expression evaluation timeout: Check for infinite loop$/,
      );
    },
  );
});

const objects = (count: number) => Array.from({ length: count }, (_, n) => ({ n, k: `k${n % 7}` }));

describe('honest work', () => {
  it.each([
    ['$count($map($states.input, function($o) { {"n": $o.n * 2, "k": $uppercase($o.k)} }))', objects(3000), 3000],
    ['$reduce([1..20000], function($a, $b) { $a + $b })', {}, 200_010_000],
    ['$sort([1..20000], function($a, $b) { $a < $b })[0]', {}, 20_000],
    ['($states.input^(>n))[0].n', objects(6000), 5999],
    ['$count($keys($states.input{k: $sum(n)}))', objects(6000), 7],
    ['$count($distinct($states.input.k))', objects(6000), 7],
  ])('%s', async (expression, input, value) => {
    expect(await evaluated(expression, input)).toBe(value);
  });

  it('paths, conditions and selectors', async () => {
    const deep = (levels: number): object | number => (levels === 0 ? 1 : { a: deep(levels - 1) });
    expect(await tested({ Type: 'Pass', Parameters: { 'n.$': 'States.ArrayLength($..*..*)' }, End: true }, deep(300))).toEqual({
      n: 44_850,
    });
    const Choices = Array.from({ length: 1000 }, (_, n) => ({ Condition: `{% $sum([1..200]) = ${n + 19_500} %}`, Next: 'B', Output: n }));
    expect(await tested({ QueryLanguage: 'JSONata', Type: 'Choice', Choices, Default: 'B' })).toBe(600);
    const rules = Array.from({ length: 200 }, (_, n) => ({ Variable: '$..x.length()', NumericEquals: n + 801, Next: 'B' }));
    const chosen = await tested(
      { Type: 'Choice', Choices: rules, Default: 'B' },
      objects(500).map(({ n }) => ({ x: n })),
    );
    expect(chosen).toHaveLength(500);
  });

  it('the selector of ten thousand items, and the same items in a state that is tested', async () => {
    const value = '$states.context.Map.Item.Value';
    const ItemSelector = { a: `{% ${value} * 2 %}`, b: `{% $string(${value}) & "x" %}`, c: '{% $count([1..5]) %}' };
    const Echo = { Type: 'Pass', Output: '{% $states.input.a %}', End: true };
    const states = {
      M: {
        ...{ Type: 'Map', Items: '{% [1..10000] %}', ItemSelector, ItemProcessor: { StartAt: 'Echo', States: { Echo } } },
        ...{ Output: '{% $sum($states.result) %}', End: true, MaxConcurrency: 1 },
      },
    };
    const arn = await machines.machine('items', states, { QueryLanguage: 'JSONata' });
    // All inputs are made; the history has no room for the iterations.
    expect(await machines.run(arn)).toMatchObject({ status: 'FAILED', cause: expect.stringContaining('maximum number of history events') });
  });

  it('in Express and Standard machines, with branches, variables and failures that are caught', async () => {
    const work = '$reduce([1..15000], function($a, $b) { $a + $b })';
    const branch = (name: string) => ({ StartAt: name, States: { [name]: { Type: 'Pass', Output: `{% ${work} %}`, End: true } } });
    const states = {
      A: { Type: 'Pass', Assign: { v: `{% ${work} %}`, id: '{% $uuid() %}' }, Output: { a: `{% ${work} %}` }, Next: 'P' },
      P: { Type: 'Parallel', Branches: [branch('x'), branch('y')], Output: '{% $sum($states.result) %}', Next: 'F' },
      F: {
        ...{ Type: 'Parallel', Branches: [branch('z')], Arguments: `{% (${work}; $error('no')) %}`, Next: 'S' },
        Catch: [{ ErrorEquals: ['States.QueryEvaluationError'], Output: '{% [$v, $states.input, $length($id)] %}', Next: 'S' }],
      },
      S: { Type: 'Succeed' },
    };
    const definition = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'A', States: states });
    const expected = [112_507_500, 225_015_000, 36];
    const standard = await machines.machine('standard', states, { QueryLanguage: 'JSONata' });
    const runs = await Promise.all([machines.run(standard), machines.run(standard), machines.run(standard)]);
    expect(runs.map(({ output }) => JSON.parse(output!) as unknown)).toEqual([expected, expected, expected]);
    const express = { name: 'express', type: 'EXPRESS', roleArn: ROLE, definition } as const;
    const { stateMachineArn } = await machines.sfn.createStateMachine(express);
    const { output, status } = await machines.sfn.startSyncExecution({ stateMachineArn });
    expect([status, JSON.parse(output!)]).toEqual(['SUCCEEDED', expected]);
  });
});

it('stops an execution whose expression never ends, and keeps no other waiting', async () => {
  const endless = { E: { Type: 'Pass', Output: "{% $match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /(a+)+$/) %}", End: true } };
  const stuck = await machines.machine('endless', endless, { QueryLanguage: 'JSONata' });
  const { executionArn } = await machines.sfn.startExecution({ stateMachineArn: stuck });
  const heavy = { H: { Type: 'Pass', Output: '{% $reduce([1..15000], function($a, $b) { $a + $b }) %}', End: true } };
  const other = await machines.machine('other', heavy, { QueryLanguage: 'JSONata', type: 'EXPRESS' });
  expect((await machines.sfn.startSyncExecution({ stateMachineArn: other })).output).toBe('112507500');
  const { events } = await machines.sfn.getExecutionHistory({ executionArn });
  expect(events?.map(({ type }) => type)).toEqual(['ExecutionStarted', 'PassStateEntered']);
  await machines.sfn.stopExecution({ executionArn });
  expect(await machines.sfn.describeExecution({ executionArn })).toMatchObject({ status: 'ABORTED' });
});
