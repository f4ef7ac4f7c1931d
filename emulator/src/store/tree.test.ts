import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Span, Tree } from './tree.ts';

type Model = Map<string, number>;

/** Many keys, so that nodes split, empty and join; some of them in order, as records come. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('set' as const, 'delete' as const), from: fc.nat(3000), count: fc.nat(700) }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constantFrom('set' as const, 'delete' as const), keys: fc.array(fc.nat(4000), { maxLength: 200 }) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('clone' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('walk' as const),
      low: fc.nat(4000),
      high: fc.nat(4000),
      limit: fc.oneof(fc.nat(100), fc.constant(Number.POSITIVE_INFINITY)),
      reverse: fc.boolean(),
    }),
  },
);

const text = (n: number): string => `k${String(n).padStart(5, '0')}`;
const all: Span = { low: '', high: 'l', limit: Number.POSITIVE_INFINITY, reverse: false };

function walked(tree: Tree<number>, span: Span): [string, number][] {
  const seen: [string, number][] = [];
  tree.walk(span, (key, value) => seen.push([key, value]));
  return seen;
}

function expected(model: Model, { low, high, limit, reverse }: Span): [string, number][] {
  const inside = [...model].filter(([key]) => key >= low && key < high).sort(([a], [b]) => (a < b ? -1 : 1));
  return (reverse ? inside.reverse() : inside).slice(0, limit);
}

it.each([8, 64])('does what a sorted list does, and its clones stay as they were: nodes of %i', (most) => {
  let stamp = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let tree = new Tree<number>([], most);
      let model: Model = new Map();
      const others: [Tree<number>, Model][] = [];
      for (const each of steps) {
        if (each.op === 'walk') {
          const span = { ...each, low: text(each.low), high: text(each.high) };
          expect(walked(tree, span)).toEqual(expected(model, span));
        } else if (each.op === 'clone') {
          // Either side may go on.
          others.push(others.length % 2 === 0 ? [tree.clone(), new Map(model)] : [tree, model]);
          if (others.length % 2 === 0) [tree, model] = [tree.clone(), new Map(model)];
        } else {
          const keys = 'keys' in each ? each.keys : Array.from({ length: each.count }, (_, i) => each.from + i);
          for (const key of keys.map(text)) {
            const before = model.get(key);
            expect(tree.get(key)).toBe(before);
            if (each.op === 'set') {
              expect(tree.set(key, ++stamp)).toBe(before);
              model.set(key, stamp);
            } else {
              expect(tree.delete(key)).toBe(before);
              model.delete(key);
            }
          }
        }
      }
      for (const [one, its] of [...others, [tree, model] as const]) {
        expect(one.size).toBe(its.size);
        expect(walked(one, all)).toEqual(expected(its, all));
      }
    }),
    { numRuns: 50 },
  );
});

it('takes entries in any order', () => {
  const tree = new Tree([
    ['b', 1],
    ['a', 2],
    ['b', 3],
  ]);
  expect(walked(tree, { ...all, low: 'a' })).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
  expect(tree.size).toBe(2);
});
