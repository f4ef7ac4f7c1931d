// Templates and expressions of state machines, rules and pipes, each part of which is short, and which take long together.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/is-missing.ts';
import { encodeInput } from './encode-input.ts';
import { everyOperation } from './fuzz.ts';
import type { WireValue } from './generate-input.ts';
import { problemOf, slowness } from './judge.ts';
import { MAX_BLOCKED_MS, type Watched, WatchedEmulator } from './watched-emulator.ts';

const operations = new Map(everyOperation().map((pair) => [`${pair[0].id}.${pair[1]}`, pair]));
const noSchedstat = existsSync('/proc/self/task') ? undefined : 'no /proc on this system';

const members = (count: number, name: string, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name.replace('#', String(index)), value]));
const pass = (Parameters: object): object => ({ Type: 'Pass', Parameters, End: true });
const doubled = (times: number): string => (times === 0 ? '$.x' : `States.Format('{}{}', ${doubled(times - 1)}, ${doubled(times - 1)})`);
const deep = (levels: number): object | number => (levels === 0 ? 1 : { x: deep(levels - 1), b: 1 });

const STATES: readonly (readonly [name: string, state: object, input: unknown])[] = [
  [
    'expressions',
    {
      Type: 'Pass',
      QueryLanguage: 'JSONata',
      Output: members(60, 'a#', '{% $count($map([1..3000], function($x) { $x + 1 })) %}'),
      End: true,
    },
    {},
  ],
  [
    'regular expressions',
    {
      Type: 'Pass',
      QueryLanguage: 'JSONata',
      Output: members(60, 'a#', `{% $count($match('${'a'.repeat(24)}!', /(a+)+$/)) %}`),
      End: true,
    },
    {},
  ],
  ['texts that are split', pass(members(300, 'a#.$', "States.ArrayLength(States.StringSplit($.x, ','))")), { x: 'a,'.repeat(120_000) }],
  ['texts that are doubled', pass({ 'a.$': doubled(9) }), { x: 'a'.repeat(200_000) }],
  [
    'objects that are merged',
    pass(members(300, 'a#.$', 'States.ArrayLength(States.Array(States.JsonMerge($.x, $.x, false)))')),
    { x: members(9_000, 'k#', '') },
  ],
  [
    'objects that are told apart',
    pass({ 'a.$': 'States.ArrayLength(States.ArrayUnique($.x))' }),
    { x: Array.from({ length: 20_000 }, (_, a) => ({ a })) },
  ],
  ['levels', pass({ 'a.$': 'States.ArrayLength($..*..*..*..*)' }), deep(100)],
  [
    'patterns',
    { Type: 'Choice', Choices: Array(50).fill({ Variable: '$.x', StringMatches: `*${'a'.repeat(5_000)}b`, Next: 'A' }), Default: 'A' },
    { x: 'a'.repeat(200_000) },
  ],
];

describe.skipIf(isMissing('a watchdog', noSchedstat))('hostile templates', () => {
  let emulator: WatchedEmulator;
  beforeAll(async () => {
    emulator = await WatchedEmulator.start();
  });
  afterAll(() => emulator.stop());

  const call = (name: string, input: { [member: string]: WireValue }): Promise<Watched> =>
    emulator.send(encodeInput(...operations.get(name)!, input));
  /** The first of a kind loads and compiles what it needs: what is slow is slow three times. */
  const judged = async (send: () => Promise<Watched>): Promise<void> => {
    let answer = await send();
    for (let again = 0; again < 2 && answer.cpuMs > MAX_BLOCKED_MS && !answer.hung; again++) {
      const next = await send();
      if (next.cpuMs < answer.cpuMs) answer = next;
    }
    expect(problemOf(answer, emulator, answer.cpuMs > MAX_BLOCKED_MS ? MAX_BLOCKED_MS * slowness() : MAX_BLOCKED_MS)).toBeUndefined();
  };

  it.each(STATES)('a state of many %s', async (_name, definition, input) => {
    const test = { definition: JSON.stringify(definition), roleArn: 'arn:aws:iam::000000000000:role/r', input: JSON.stringify(input) };
    await judged(() => call('states.TestState', test));
  });

  it('a rule whose template names a long value thousands of times', async () => {
    await call('sqs.CreateQueue', { QueueName: 'q' });
    await call('events.PutRule', { Name: 'r', EventPattern: '{"source":["s"]}' });
    const InputTransformer = { InputPathsMap: { a: '$.detail.x' }, InputTemplate: `"${'<a>'.repeat(2_700)}"` };
    const Targets = Array.from({ length: 5 }, (_, index) => ({
      Id: `t${index}`,
      Arn: 'arn:aws:sqs:us-east-1:000000000000:q',
      InputTransformer,
    }));
    await call('events.PutTargets', { Rule: 'r', Targets });
    const Detail = JSON.stringify({ x: '"'.repeat(100_000) });
    await judged(() => call('events.PutEvents', { Entries: [{ Source: 's', DetailType: 'd', Detail }] }));
  });
});
