// Intrinsic functions, by the language's specification; the printing of objects is recorded.
import { expect, it } from 'vitest';
import { Effort } from '#services/states/language/effort';
import type { Json } from '#services/states/language/json';
import { processorMs } from '../../../../../../test/support/processor-time.ts';
import { evaluateIntrinsic } from './evaluate-intrinsic.ts';
import { parseIntrinsic } from './parse-intrinsic.ts';

const CHANCE = { nowMs: 0, random: () => 0.5, uuid: () => 'a uuid' };
const INPUT: Json = { name: 'Ann', list: [1, 2, 2, 3], map: { Arg1: 1, Arg2: [] }, other: { b: 2 } };
const run = (text: string, $: Json = INPUT) =>
  evaluateIntrinsic(parseIntrinsic(text), { $, context: () => ({}), variable: () => undefined, effort: Effort.inThread() }, CHANCE);

it.each([
  ["States.Format('Hello {}, {}', $.name, 5)", 'Hello Ann, 5'],
  ["States.Format('{}', $.map)", '{Arg1=1, Arg2=[]}'],
  ["States.Format('\\{{}\\} \\' \\\\', true)", "{true} ' \\"],
  ['States.StringToJson(\'{"a": [1]}\')', { a: [1] }],
  ["States.StringToJson(' ')", null],
  ['States.JsonToString($.map)', '{"Arg1":1,"Arg2":[]}'],
  ["States.Array(1, 'a', $.name, null)", [1, 'a', 'Ann', null]],
  ['States.ArrayPartition($.list, 3)', [[1, 2, 2], [3]]],
  ['States.ArrayContains($.list, 3)', true],
  ['States.ArrayRange(1, 9, 2)', [1, 3, 5, 7, 9]],
  ['States.ArrayRange(3, 1, -1)', [3, 2, 1]],
  ['States.ArrayGetItem($.list, 3)', 3],
  ['States.ArrayLength($.list)', 4],
  ['States.ArrayUnique($.list)', [1, 2, 3]],
  ["States.Base64Encode('data')", 'ZGF0YQ=='],
  ["States.Base64Decode('ZGF0YQ==')", 'data'],
  ["States.Hash('data', 'SHA-1')", 'a17c9aaa61e80a1bf71d0d850af4e5baa9800bbd'],
  ['States.JsonMerge($.map, $.other, false)', { Arg1: 1, Arg2: [], b: 2 }],
  ['States.MathRandom(10, 20)', 15],
  ['States.MathAdd(1.6, -1)', 1],
  ["States.StringSplit('1.2,3,,4', '.,')", ['1', '2', '3', '4']],
  ['States.UUID()', 'a uuid'],
  ["States.ArrayGetItem(States.StringSplit('a,b', ','), 1)", 'b'],
  ["States.Array($.list[?(@ > 1)], $['name'])", [[2, 2, 3], 'Ann']],
])('%s', (text, expected) => {
  expect(run(text)).toEqual(expected);
});

it.each([
  ['States.Nothing(1)', 'not supported'],
  ["States.Format('{} {}', 1)", '2 places for 1 values'],
  ['States.ArrayLength(1)', 'must be an array'],
  ['States.ArrayGetItem($.list, 4)', 'outside of the array'],
  ['States.ArrayRange(1, 2000, 1)', 'at most 1000'],
  ['States.ArrayRange(1, 5, 0)', 'must not be 0'],
  ["States.Hash('a', 'constructor')", 'unknown'],
  ['States.JsonMerge($.map, $.other, true)', 'shallow'],
  ['States.MathAdd(1)', 'does not take 1 arguments'],
  ["States.Format('open", 'not closed'],
  ['States.Array(1', 'expected , or )'],
])('%s is refused', (text, problem) => {
  expect(() => run(text)).toThrow(problem);
});

it('seeds random numbers', () => {
  expect(run('States.MathRandom(1, 1000000, 7)')).toBe(run('States.MathRandom(1, 1000000, 7)'));
});

it('tells objects apart in time linear in their number', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => ({ a: index % 15_000, b: [index % 15_000] }));
  expect(
    processorMs(() => {
      expect(run('States.ArrayLength(States.ArrayUnique($))', list)).toBe(15_000);
      expect(run('States.ArrayUnique($)', [{ a: 1, b: 2 }, { b: 2, a: 1 }, '1', 1])).toEqual([{ a: 1, b: 2 }, '1', 1]);
    }),
  ).toBeLessThan(500);
});

it('does no more than a thread may', () => {
  const double = (times: number): string => (times === 0 ? '$' : `States.Format('{}{}', ${double(times - 1)}, ${double(times - 1)})`);
  const text = 'a'.repeat(200_000);
  expect(run(double(1), text)).toHaveLength(400_000);
  expect(() => run(double(9), text)).toThrow('The paths and intrinsic functions of the field handle more than 8,000,000 values');
});
