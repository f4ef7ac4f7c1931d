// Places the nodes of a graph in rows, each below those that lead to it, in an order with few crossings and near their neighbours.
import type { Graph } from './graph-of.ts';

const COLUMN_GAP = 28;
/** The room of an edge that passes through a row. */
const PASSAGE_WIDTH = 28;
const SWEEPS = 4;

export interface Rows {
  /** Names of nodes and ids of passages, from the left. */
  readonly rows: readonly (readonly string[])[];
  /** Where each node and passage has its middle. */
  readonly centers: ReadonlyMap<string, number>;
  /** The passages of an edge, by its position in the graph. */
  readonly paths: ReadonlyMap<number, readonly { readonly id: string; readonly row: number }[]>;
}

export function placeInRows({ names, edges, backEdges }: Graph, widthOf: (name: string) => number): Rows {
  const forward = edges.map((edge, i) => ({ ...edge, i })).filter(({ i, from, to }) => !backEdges.has(i) && from !== to);
  const rowOf = rowsOf(names, forward);
  const rows: string[][] = [];
  const put = (id: string, row: number): void => {
    while (rows.length <= row) rows.push([]);
    rows[row]!.push(id);
  };
  for (const name of names) put(name, rowOf.get(name)!);
  const paths = new Map<number, { id: string; row: number }[]>();
  const above = new Map<string, string[]>();
  const below = new Map<string, string[]>();
  const join = (from: string, to: string): void => {
    below.set(from, [...(below.get(from) ?? []), to]);
    above.set(to, [...(above.get(to) ?? []), from]);
  };
  for (const { from, to, i } of forward) {
    let last = from;
    const path: { id: string; row: number }[] = [];
    for (let row = rowOf.get(from)! + 1; row < rowOf.get(to)!; row++) {
      const id = `\0${i} ${row}`;
      put(id, row);
      path.push({ id, row });
      join(last, id);
      last = id;
    }
    join(last, to);
    paths.set(i, path);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) order(rows, sweep % 2 === 0 ? above : below, sweep % 2 === 0);
  const width = (id: string): number => (id.startsWith('\0') ? PASSAGE_WIDTH : widthOf(id));
  return { rows, centers: centersOf(rows, above, below, width), paths };
}

/** The longest way to each node. The edges have no circle. */
function rowsOf(names: readonly string[], forward: readonly { from: string; to: string }[]): Map<string, number> {
  const rows = new Map(names.map((name) => [name, 0]));
  const open = new Map(names.map((name) => [name, 0]));
  const leaving = new Map<string, string[]>();
  for (const { from, to } of forward) {
    open.set(to, open.get(to)! + 1);
    leaving.set(from, [...(leaving.get(from) ?? []), to]);
  }
  const ready = names.filter((name) => open.get(name) === 0);
  for (const name of ready)
    for (const to of leaving.get(name) ?? []) {
      rows.set(to, Math.max(rows.get(to)!, rows.get(name)! + 1));
      open.set(to, open.get(to)! - 1);
      if (open.get(to) === 0) ready.push(to);
    }
  return rows;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sorts each row by the mean position of the neighbours in the row before. */
function order(rows: string[][], neighbours: ReadonlyMap<string, readonly string[]>, downwards: boolean): void {
  const sequence = downwards ? [...rows.keys()] : [...rows.keys()].reverse();
  let before = new Map<string, number>();
  for (const at of sequence) {
    const row = rows[at]!;
    const positions = new Map(
      row.map((id, i) => {
        const known = (neighbours.get(id) ?? []).flatMap((other) => before.get(other) ?? []);
        return [id, known.length > 0 ? mean(known) : i] as const;
      }),
    );
    row.sort((a, b) => positions.get(a)! - positions.get(b)!);
    before = new Map(row.map((id, i) => [id, i]));
  }
}

function centersOf(
  rows: readonly (readonly string[])[],
  above: ReadonlyMap<string, readonly string[]>,
  below: ReadonlyMap<string, readonly string[]>,
  width: (id: string) => number,
): Map<string, number> {
  const centers = new Map<string, number>();
  const place = (row: readonly string[], wanted: (id: string) => number): void => {
    let left = Number.NEGATIVE_INFINITY;
    const placed = row.map((id) => {
      const center = Math.max(wanted(id), left + width(id) / 2);
      left = center + width(id) / 2 + COLUMN_GAP;
      return center;
    });
    const shift = row.length === 0 ? 0 : mean(row.map((id, i) => wanted(id) - placed[i]!));
    for (const [i, id] of row.entries()) centers.set(id, placed[i]! + shift);
  };
  const towards = (neighbours: ReadonlyMap<string, readonly string[]>) => (id: string) => {
    const known = (neighbours.get(id) ?? []).flatMap((other) => centers.get(other) ?? []);
    return known.length > 0 ? mean(known) : (centers.get(id) ?? 0);
  };
  for (const row of rows) place(row, towards(above));
  for (const row of [...rows].reverse()) place(row, towards(below));
  for (const row of rows) place(row, towards(above));
  const left = Math.min(0, ...[...centers].map(([id, center]) => center - width(id) / 2));
  for (const [id, center] of centers) centers.set(id, center - left);
  const least = Math.min(...[...centers].map(([id, center]) => center - width(id) / 2));
  if (Number.isFinite(least)) for (const [id, center] of centers) centers.set(id, center - least);
  return centers;
}
