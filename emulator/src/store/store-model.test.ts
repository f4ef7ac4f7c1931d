// The store does what a sorted list would do, whatever happens in between: aborts, nested writes, turns, commits, restarts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { collection, type RangeOptions, type Records, type Store } from '#core/records';
import { compareKeys } from '../../../test/support/store/key-order.ts';
import { openStore } from './open-store.ts';

type Pair = [string, string];
interface Row {
  n: number;
}
const hot = collection<Pair, Row>('model.hot');
const bulk = collection<Pair, Row>('model.bulk', { bulk: true });
const base = mkdtempSync(join(tmpdir(), 'store-model-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const part = fc.constantFrom('', 'a', 'a\0', 'ab', 'b', '\uff5e', '\u{1F600}', 'z'.repeat(70));
const pair = fc.tuple(part, part);
const seldom = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some });
const which = fc.constantFrom<0 | 1>(0, 1);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('write' as const),
      puts: fc.array(fc.tuple(which, pair, fc.option(fc.nat(99), { freq: 2, nil: undefined })), { maxLength: 6 }),
      fails: seldom(fc.constant(true)),
      nested: fc.constantFrom('none', 'fails', 'stays'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('turn' as const, 'microtask' as const, 'committed' as const, 'restart' as const) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('range' as const),
      which,
      prefix: fc.oneof(fc.constant<[] | [string]>([]), fc.tuple(part)),
      after: seldom(pair),
      before: seldom(pair),
      startsWith: seldom(part),
      limit: seldom(fc.integer({ min: 0, max: 4 })),
      reverse: fc.boolean(),
      last: seldom(fc.nat(99)),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type WriteStep = Extract<Step, { op: 'write' }>;
type RangeStep = Extract<Step, { op: 'range' }>;

type Model = Map<string, [Pair, Row]>;

class Subject {
  readonly #directory: string | undefined;
  store!: Store;
  both!: [Records<Pair, Row>, Records<Pair, Row>];
  models: [Model, Model] = [new Map(), new Map()];

  constructor(directory: string | undefined) {
    this.#directory = directory;
  }

  async open(): Promise<void> {
    this.store = await openStore({ directory: this.#directory, checked: true });
    this.both = [this.store.records(hot, '1', 'r'), this.store.records(bulk, '1', 'r')];
  }

  async restart(): Promise<void> {
    if (!this.#directory) return;
    await this.store.close();
    await this.open();
  }

  write({ puts, fails, nested }: WriteStep): void {
    const next = this.models.map((model) => new Map(model)) as [Model, Model];
    try {
      this.store.write((tx) => {
        for (const [at, key, n] of puts) {
          if (n === undefined) tx.delete(this.both[at], key);
          else tx.put(this.both[at], key, { n });
          if (n === undefined) next[at].delete(String(key));
          else next[at].set(String(key), [key, { n }]);
          expect(this.both[at].get(key)).toEqual(next[at].get(String(key))?.[1]); // sees its own writes
        }
        if (nested !== 'none') this.#nested(puts, nested, next);
        if (fails) throw new Error('abort');
      });
      this.models = next;
    } catch (error) {
      if ((error as Error).message !== 'abort') throw error;
    }
  }

  #nested(puts: WriteStep['puts'], nested: string, next: [Model, Model]): void {
    const inner = () =>
      this.store.write((tx) => {
        for (const [at, key] of puts) tx.put(this.both[at], key, { n: -1 });
        if (nested === 'fails') throw new Error('inner');
      });
    if (nested === 'fails') expect(inner).toThrow('inner');
    else {
      inner();
      for (const [at, key] of puts) next[at].set(String(key), [key, { n: -1 }]);
    }
  }

  range({ op: _, which: at, prefix, last, ...options }: RangeStep): void {
    const { after, before, startsWith, limit, reverse } = options;
    let want = [...this.models[at].values()]
      .sort(([a], [b]) => compareKeys(a, b))
      .filter(
        ([key]) =>
          prefix.every((each, i) => key[i] === each) &&
          (startsWith === undefined || (key[prefix.length] as string).startsWith(startsWith)) &&
          (!after || compareKeys(key, after) > 0) &&
          (!before || compareKeys(key, before) < 0),
      );
    if (reverse) want.reverse();
    if (limit !== undefined) want = want.slice(0, limit);
    expectSame(
      this.both[at].keys(prefix, options),
      want.map(([key]) => key),
    );
    const end = last === undefined ? -1 : want.findIndex(([, { n }]) => n >= last);
    if (end >= 0) want = want.slice(0, end + 1);
    const rangeOptions: RangeOptions<Pair, Row> = { ...options, ...(last !== undefined && { until: ({ n }) => n >= last }) };
    expectSame(this.both[at].entries(prefix, rangeOptions), want);
    expectSame(
      this.both[at].range(prefix, rangeOptions),
      want.map(([, row]) => row),
    );
  }

  checkAll(): void {
    for (const at of [0, 1] as const) {
      for (const [key, row] of this.models[at].values()) expectSame(this.both[at].get(key), row);
      expect(this.both[at].count()).toBe(this.models[at].size);
      expect(this.store.places(at === 0 ? hot : bulk)).toEqual(this.models[at].size > 0 ? [{ account: '1', region: 'r' }] : []);
    }
  }
}

/** Thousands of comparisons a run: the library's own, which words the difference, is asked where there is one. */
function expectSame(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

async function follow(subject: Subject, steps: Step[]): Promise<void> {
  await subject.open();
  for (const each of steps) {
    if (each.op === 'turn') await new Promise((resolve) => setImmediate(resolve));
    else if (each.op === 'microtask') await null;
    else if (each.op === 'committed') await subject.store.committed();
    else if (each.op === 'restart') await subject.restart();
    else if (each.op === 'write') subject.write(each);
    else if (each.op === 'range') subject.range(each);
    subject.checkAll();
  }
  await subject.store.close();
}

describe.each([
  { mode: 'ephemeral', runs: 600 },
  { mode: 'persistent', runs: 300 },
])('$mode', ({ mode, runs }) => {
  test('hot and bulk records are always what a plain list holds', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), (steps) =>
        follow(new Subject(mode === 'persistent' ? join(base, `${round++}`) : undefined), steps),
      ),
      { numRuns: runs },
    );
  });
});
