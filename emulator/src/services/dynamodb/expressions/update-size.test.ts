// The growth that an update works out from what it changes is that of the whole item.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { itemSize } from '#services/dynamodb/engine/size';
import type { Item } from '#services/dynamodb/engine/value';
import { ExpressionCache } from './compiled.ts';
import { openNames } from './names.ts';
import { applyUpdate } from './update.ts';

const old = (): Item => ({
  n: { N: '12.5' },
  m: { M: { a: { S: 'ä' }, l: { L: [{ N: '1' }, { M: { x: { BOOL: true } } }, { S: '' }] } } },
  l: { L: [{ L: [] }, { S: 'text' }, { NULL: true }, { B: 'AAAA' }] },
  ss: { SS: ['a', 'bb'] },
  ns: { NS: ['1', '22'] },
});
const VALUES: Item = {
  ':s': { S: 'größer' },
  ':n': { N: '-1234' },
  ':l': { L: [{ S: 'x' }, { M: { y: { N: '1' } } }] },
  ':ss': { SS: ['a', 'c'] },
  ':all': { SS: ['a', 'bb'] },
  ':ns': { NS: ['22', '3'] },
};
/** No two of them overlap, unless they begin with the same path. */
const ACTIONS = [
  ['SET', 'fresh = :s'],
  ['SET', 'n = n + :n'],
  ['SET', 'm.a = :l'],
  ['SET', 'm.b = n'],
  ['SET', 'm.l[0] = l'],
  ['SET', 'm.l[1].x = m'],
  ['SET', 'm.l[9] = :n'],
  ['SET', 'm.l[7] = :s'],
  ['SET', 'l = list_append(list_append(l, :l), m.l)'],
  ['SET', 'c = if_not_exists(c, :l)'],
  ['SET', 'l[0] = :s'],
  ['SET', 'l[8] = l[1]'],
  ['REMOVE', 'n'],
  ['REMOVE', 'm.a'],
  ['REMOVE', 'm.l[2]'],
  ['REMOVE', 'm.l[20]'],
  ['REMOVE', 'l[1]'],
  ['REMOVE', 'l[3]'],
  ['REMOVE', 'absent'],
  ['ADD', 'n :n'],
  ['ADD', 'ss :ss'],
  ['ADD', 'sn :ns'],
  ['DELETE', 'ss :all'],
  ['DELETE', 'ns :ns'],
  ['DELETE', 'ns2 :ns'],
] as const;
const targetOf = ([, action]: (typeof ACTIONS)[number]): string => action.split(' ')[0]!;
const overlap = (a: string, b: string): boolean => a === b || [`${b}.`, `${b}[`].some((start) => a.startsWith(start));

function textOf(chosen: readonly (typeof ACTIONS)[number][]): string {
  const apart: (typeof ACTIONS)[number][] = [];
  for (const each of chosen) {
    const [target, others] = [targetOf(each), apart.map(targetOf)];
    if (!others.some((other) => overlap(target, other) || overlap(other, target))) apart.push(each);
  }
  const sections = ['SET', 'REMOVE', 'ADD', 'DELETE'].map((section) => {
    const actions = apart.filter(([own]) => own === section).map(([, action]) => action);
    return actions.length > 0 ? `${section} ${actions.join(', ')}` : '';
  });
  return sections.join(' ').trim();
}

it('an update tells by how many bytes the item grows', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 12 }), (chosen) => {
      const text = textOf(chosen);
      const used = Object.fromEntries(Object.entries(VALUES).filter(([name]) => new RegExp(`${name}\\b`).test(text)));
      const names = openNames(Object.keys(used).length > 0 ? { ExpressionAttributeValues: used } : {}, [text], 'current');
      const item = old();
      checkItem(item, 'current');
      const { actions, binding } = new ExpressionCache().bind('Update', text, names)!;
      const { item: next, growth, written, facts } = applyUpdate(actions, binding, item);
      expect(growth, text).toBe(itemSize(next) - itemSize(item));
      expect(checkItem(next, 'current')).toBe(itemSize(next));
      for (const { value, depth } of written) expect(depth + facts.height(value)).toBeLessThan(8);
      expect(item).toEqual(old());
    }),
    { numRuns: 500 },
  );
});
