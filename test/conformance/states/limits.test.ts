// Machines and inputs that go on for ever, grow without end, or are made to confuse: each ends with a name, in bounded time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

let number = 0;
const run = async (states: object, input: unknown = {}, more: Record<string, unknown> = {}) =>
  machines.run(await machines.machine(`limits-${++number}`, states, more), input);
const failure = async (...args: Parameters<typeof run>): Promise<string> => {
  const { status, error, cause } = await run(...args);
  return `${status} ${error}: ${cause?.replace(/^An error occurred while executing the state '\w+' \(entered at the event id #\d+\)\. /, '')}`;
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const pass = (fields: object) => ({ P: { Type: 'Pass', End: true, ...fields } });
const JSONATA = { QueryLanguage: 'JSONata' };
/** Goes around for ever, past an end that is never chosen: a machine without one is refused. */
const around = (fields: object) => ({
  P: { Type: 'Pass', Next: 'Again', ...fields },
  Again: { ...JSONATA, Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'Z' }], Default: 'P' },
  Z: { Type: 'Succeed' },
});
const TOO_DEEP = 'Document nesting depth (1001) exceeds the maximum allowed';

it('ends an execution whose history is full', async () => {
  const { status, error, cause, executionArn } = await run(around({}));
  expect({ status, error, cause }).toEqual({
    ...{ status: 'FAILED', error: 'States.Runtime' },
    cause: 'The execution reached the maximum number of history events (25000).',
  });
  const { events } = await machines.sfn.getExecutionHistory({ executionArn, reverseOrder: true, maxResults: 1 });
  expect(events![0]).toMatchObject({ id: 25_000, type: 'ExecutionFailed' });
});

it('makes the inputs of thousands of items with a selector of several expressions', async () => {
  const ItemSelector = {
    order: '{% $states.context.Map.Item.Value %}',
    at: '{% $states.context.Map.Item.Index + 1 %}',
    shop: '{% $states.input.shop.name %}',
  };
  const Iterator = { StartAt: 'P', States: pass({}) };
  const map = { M: { Type: 'Map', Items: '{% $states.input.orders %}', ItemSelector, ItemProcessor: Iterator, End: true } };
  const orders = Array.from({ length: 6_000 }, (_, index) => index);
  const { output } = await run(map, { shop: { name: 'a' }, orders }, JSONATA);
  const inputs = JSON.parse(output!) as object[];
  expect([inputs.length, inputs.at(-1)]).toEqual([6_000, { order: 5_999, at: 6_000, shop: 'a' }]);
});

it('ends an execution whose data grow without end', async () => {
  expect(await failure(around({ Parameters: { 'a.$': '$', 'b.$': '$' } }))).toBe(
    "FAILED States.DataLimitExceeded: The state/task 'P' returned a result with a size exceeding the maximum number of bytes service limit.",
  );
});

it('ends an execution whose data are nested ever deeper', async () => {
  const tooDeep = "FAILED States.Runtime: The state/task 'P' returned a result with more than 1000 levels of lists and objects.";
  const deep = JSON.parse(nested(990)) as unknown;
  expect(await failure(around({ Parameters: { 'a.$': '$' } }), deep)).toBe(tooDeep);
  expect(await failure(around({ Output: '{% [[$states.input]] %}' }), deep, JSONATA)).toBe(tooDeep);
});

it('keeps variables small, each of them and all together', async () => {
  const assign = (Assign: object) => pass({ Assign });
  const text = 'x'.repeat(200_000);
  expect(await failure(assign({ v: '{% $states.input & $states.input %}' }), text, JSONATA)).toBe(
    "FAILED States.DataLimitExceeded: The variable 'v' has more than 262144 bytes.",
  );
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`v${index}`, '{% $states.input %}']));
  expect(await failure(assign(many), text, JSONATA)).toBe(
    'FAILED States.DataLimitExceeded: The variables of the execution have more than 10485760 bytes.',
  );
  const deeper = assign({ v: "{% {'a': {'b': {'c': $states.input}}} %}" });
  expect(await failure(deeper, JSON.parse(nested(998)), JSONATA)).toBe(
    "FAILED States.Runtime: The variable 'v' has more than 1000 levels of lists and objects.",
  );
});

it('takes text with deep values only so far', async () => {
  const deep = nested(50_000);
  expect(await failure(pass({ Parameters: { 'v.$': 'States.StringToJson($)' } }), deep)).toBe(
    `FAILED States.Runtime: Invalid arguments in States.StringToJson: ${TOO_DEEP} (1000)`,
  );
  expect(await failure(pass({ Output: '{% $parse($states.input) %}' }), deep, JSONATA)).toContain('D3137: Invalid JSON');
  const { activityArn } = await machines.sfn.createActivity({ name: 'deep' });
  await run({ A: { Type: 'Task', Resource: activityArn, End: true } });
  const { taskToken } = await machines.sfn.getActivityTask({ activityArn });
  await expect(machines.sfn.sendTaskSuccess({ taskToken, output: deep })).rejects.toMatchObject({
    ...{ name: 'InvalidOutput', message: expect.stringContaining(TOO_DEEP) },
  });
});

it('stops expressions that never end', async () => {
  const input = `${'a'.repeat(60)}!`;
  for (const expression of [
    '($f := function($n) { $f($n + 1) }; $f(0))',
    '($f := function($n) { 1 + $f($n + 1) }; $f(0))',
    '$count($distinct([1..999999]))',
  ])
    expect(await failure(pass({ Output: `{% ${expression} %}` }), input, JSONATA)).toContain(
      'FAILED States.QueryEvaluationError: The JSONata expression',
    );
});

it('finds members alone, never what an object inherits', async () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(await failure(pass({ InputPath: `$.${name}` }))).toContain(`FAILED States.Runtime: Invalid path '$.${name}'`);
  expect((await run(pass({ Output: '{% $exists($states.input.constructor) %}' }), {}, JSONATA)).output).toBe('false');
});

it('keeps a member called __proto__ like any other', async () => {
  const input = JSON.parse('{"__proto__":{"x":1}}') as object;
  const written = pass({ Result: { polluted: true }, ResultPath: '$.__proto__.y' });
  expect((await run(written, input)).output).toBe('{"__proto__":{"x":1,"y":{"polluted":true}}}');
  expect((await run(pass({ Output: "{% $lookup($states.input, '__proto__').x %}" }), input, JSONATA)).output).toBe('1');
});

it('checks a long definition as it checks a short one', async () => {
  const states = (count: number, Next: string) => {
    const passes = Array.from({ length: count }, (_, n) => [`S${n}`, { Type: 'Pass', Next: n === count - 1 ? Next : `S${n + 1}` }]);
    return { ...(Object.fromEntries(passes) as Record<string, object>), End: { Type: 'Succeed' } };
  };
  expect((await machines.run(await machines.machine('long', states(2000, 'End')))).status).toBe('SUCCEEDED');
  await expect(machines.machine('longer', states(2000, 'Nowhere'))).rejects.toMatchObject({ name: 'InvalidDefinition' });
});
