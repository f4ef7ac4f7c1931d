import { expect, it } from 'vitest';
import { layoutOf } from './layout.ts';

const edge = (from: string, to: string) => ({ from, to });

it('places callers left of what they call', () => {
  const { nodes } = layoutOf(['c', 'b', 'a'], [edge('a', 'b'), edge('b', 'c')]);
  expect(['a', 'b', 'c'].map((id) => nodes.get(id)!.column)).toEqual([0, 1, 2]);
});

it('leads a long edge past the nodes between its ends', () => {
  const { nodes, ways } = layoutOf(['a', 'b', 'c'], [edge('a', 'b'), edge('b', 'c'), edge('a', 'c')]);
  expect(ways[0]).toEqual([]);
  expect(ways[2]).toHaveLength(1);
  expect(ways[2]![0]!.column).toBe(1);
  expect(ways[2]![0]!.row).not.toBe(nodes.get('b')!.row);
});

it('takes circles, nodes by themselves, and nothing', () => {
  const { nodes } = layoutOf(['a', 'b', 'alone'], [edge('a', 'b'), edge('b', 'a')]);
  expect([nodes.get('a')!.column, nodes.get('b')!.column]).toEqual([0, 1]);
  expect(nodes.get('alone')!.column).toBe(0);
  expect(layoutOf([], []).nodes.size).toBe(0);
});

it('gives every place once, in a chain of thousands, too', () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `n${at}`);
  const { nodes } = layoutOf(
    ids,
    ids.slice(1).map((id, at) => edge(ids[at]!, id)),
  );
  expect(new Set([...nodes.values()].map(({ column, row }) => `${column} ${row}`)).size).toBe(3000);
});
