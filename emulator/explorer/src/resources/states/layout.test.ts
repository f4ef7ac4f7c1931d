import { expect, it } from 'vitest';
import type { StatesBlock } from './graph-of.ts';
import { type Layout, layoutOf } from './layout.ts';

const ORDER: StatesBlock = {
  StartAt: 'Check',
  States: {
    Check: { Type: 'Choice', Choices: [{ Next: 'Pay' }], Default: 'Refuse' },
    Pay: { Type: 'Task', Next: 'Ship', Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Refuse' }] },
    Ship: { Type: 'Task' },
    Refuse: { Type: 'Fail' },
  },
};

const rowOf = (layout: Layout, name: string): number => layout.nodes.find((node) => node.name === name)!.y;

function overlaps({ nodes }: Layout): string[] {
  return nodes.flatMap((a, i) =>
    nodes
      .slice(i + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${a.name} ${b.name}`),
  );
}

it('puts each state below those that lead to it, without overlaps, inside the drawing', () => {
  const layout = layoutOf(ORDER);
  expect(overlaps(layout)).toEqual([]);
  expect([rowOf(layout, 'Check') < rowOf(layout, 'Pay'), rowOf(layout, 'Pay') < rowOf(layout, 'Ship')]).toEqual([true, true]);
  expect(rowOf(layout, 'Refuse')).toBeGreaterThan(rowOf(layout, 'Pay'));
  for (const { x, y, width, height } of layout.nodes)
    expect(x >= 0 && y >= 0 && x + width <= layout.width && y + height <= layout.height).toBe(true);
  expect(layout.edges.map(({ from, to, kind }) => `${from} ${to} ${kind}`)).toEqual([
    'Check Pay choice',
    'Check Refuse choice',
    'Pay Ship next',
    'Pay Refuse catch',
  ]);
});

it('leads edges between rows to the middle of their states', () => {
  const layout = layoutOf(ORDER);
  const { points } = layout.edges.find(({ from, to }) => from === 'Check' && to === 'Refuse')!;
  const refuse = layout.nodes.find(({ name }) => name === 'Refuse')!;
  expect(points.at(-1)).toEqual([refuse.x + refuse.width / 2, refuse.y]);
  expect(points.length).toBe(4);
});

it('draws a loop beside the states, and a state that leads to itself', () => {
  const loop: StatesBlock = {
    StartAt: 'Wait',
    States: {
      Wait: { Type: 'Wait', Next: 'Ready' },
      Ready: { Type: 'Choice', Choices: [{ Next: 'Wait' }, { Next: 'Ready' }], Default: 'Done' },
      Done: { Type: 'Succeed' },
    },
  };
  const layout = layoutOf(loop);
  expect(layout.nodes.map(({ name }) => name)).toEqual(['Wait', 'Ready', 'Done']);
  const back = layout.edges.find(({ from, to }) => from === 'Ready' && to === 'Wait')!;
  expect(Math.max(...back.points.map(([x]) => x))).toBeLessThanOrEqual(layout.width);
  expect(overlaps(layout)).toEqual([]);
});

it('puts branches side by side inside their state', () => {
  const branch: StatesBlock = { StartAt: 'A', States: { A: { Type: 'Pass' } } };
  const layout = layoutOf({
    StartAt: 'Both',
    States: { Both: { Type: 'Parallel', Branches: [branch, branch], Next: 'Each' }, Each: { Type: 'Map', ItemProcessor: ORDER } },
  });
  const [both, each] = layout.nodes;
  expect(both!.inner.map(({ layout: inner }) => inner.nodes.map(({ name }) => name))).toEqual([['A'], ['A']]);
  expect(both!.inner[0]!.x + both!.inner[0]!.layout.width).toBeLessThan(both!.inner[1]!.x);
  expect(each!.inner[0]!.layout.nodes).toHaveLength(4);
  expect(each!.y).toBeGreaterThanOrEqual(both!.y + both!.height);
});

it('draws what is no whole definition as far as it goes', () => {
  expect(layoutOf({}).nodes).toEqual([]);
  expect(layoutOf({ StartAt: 'absent', States: { Alone: { Type: 'Pass', Next: 'absent' } } }).nodes.map(({ name }) => name)).toEqual([
    'Alone',
  ]);
});

it('draws ten thousand states in a row', () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `S${i}`);
  const States = Object.fromEntries(names.map((name, i) => [name, { Type: 'Pass', ...(i + 1 < names.length && { Next: names[i + 1]! }) }]));
  expect(layoutOf({ StartAt: 'S0', States }).nodes).toHaveLength(10_000);
});
