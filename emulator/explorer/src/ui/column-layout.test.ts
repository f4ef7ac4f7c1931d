import { expect, it } from 'vitest';
import { layoutOf } from './column-layout.ts';
import type { Column } from './resource.ts';

const columns: readonly Column<Record<string, string>>[] = [
  ['Name', 'name'],
  ['State', 'state', 'badge'],
  ['Started', 'started', 'time'],
  ['Memory', 'memory', 'number'],
  ['ARN', 'arn', 'arn'],
];
const titles = (roomPx: number, fixed = false) =>
  layoutOf(columns, roomPx, { check: true, controls: true }, fixed).columns.map(([title]) => title);

it('leaves out the last columns where the room is short', () => {
  expect(titles(1018)).toEqual(['Name', 'State', 'Started', 'Memory', 'ARN']);
  expect(titles(760)).toEqual(['Name', 'State', 'Started', 'Memory']);
  expect(titles(620)).toEqual(['Name', 'State']);
});

it('makes cards of rows in a narrow window, apart from those of long tables, which are equally high', () => {
  expect(layoutOf(columns, 366, { check: false, controls: false }, false)).toMatchObject({ cards: true });
  expect(layoutOf(columns, 366, { check: false, controls: false }, true)).toMatchObject({ cards: false, columns: columns.slice(0, 1) });
});

it('has one track for each column and each control, none wider than the table', () => {
  const { tracks } = layoutOf(columns, 1018, { check: true, controls: true }, false);
  expect(tracks.match(/max-content|minmax\([^)]*\)/g)).toHaveLength(7);
  expect(layoutOf(columns, 100, { check: false, controls: false }, true).tracks).toBe('minmax(100px, 3fr)');
});
