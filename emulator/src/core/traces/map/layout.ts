// Places the nodes of the map: in columns from callers to called, in rows so that edges are short. Pure.
export interface GridCell {
  readonly column: number;
  readonly row: number;
}

export interface Layout {
  readonly nodes: ReadonlyMap<string, GridCell>;
  /** By the number of the edge: the places in the columns between its ends, which are free of nodes. */
  readonly ways: readonly (readonly GridCell[])[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Sweeps by which rows are ordered: more change little. */
const SWEEPS = 8;

export function layoutOf(ids: readonly string[], edges: readonly Edge[]): Layout {
  const columns = columnsOf(ids, edges);
  const lists: string[][] = Array.from({ length: Math.max(0, ...columns.values()) + 1 }, () => []);
  for (const id of ids) lists[columns.get(id)!]!.push(id);
  const neighbours = new Map<string, string[]>();
  const join = (a: string, b: string): void => {
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
  };
  // A long edge takes a place of its own in each column that it passes
  const passed = edges.map(({ from, to }, number) => {
    const [first, last] = [columns.get(from)!, columns.get(to)!];
    const between: string[] = [];
    for (let column = first + 1; column < last; column++) {
      const id = `\0${number} ${column}`;
      lists[column]!.push(id);
      between.push(id);
    }
    const all = [from, ...between, to];
    for (const [at, id] of all.slice(1).entries()) join(all[at]!, id);
    return between;
  });
  order(lists, neighbours);
  const places = new Map(lists.flatMap((list, column) => list.map((id, row): [string, GridCell] => [id, { column, row }])));
  return { nodes: places, ways: passed.map((between) => between.map((id) => places.get(id)!)) };
}

/** Sorts each column by where the neighbours of its members are. */
function order(lists: readonly string[][], neighbours: ReadonlyMap<string, readonly string[]>): void {
  const rows = new Map<string, number>();
  const settle = (list: readonly string[]): void => {
    for (const [row, id] of list.entries()) rows.set(id, row - (list.length - 1) / 2);
  };
  for (const list of lists) settle(list);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const list of sweep % 2 === 0 ? lists : [...lists].reverse()) {
      const weights = new Map(
        list.map((id) => [
          id,
          meanOf(
            (neighbours.get(id) ?? []).map((other) => rows.get(other) ?? 0),
            rows.get(id) ?? 0,
          ),
        ]),
      );
      list.sort((a, b) => weights.get(a)! - weights.get(b)!);
      settle(list);
    }
  }
}

const meanOf = (values: readonly number[], absent: number): number =>
  values.length === 0 ? absent : values.reduce((sum, value) => sum + value, 0) / values.length;

/** A node is behind all that call it; an edge that closes a circle does not count. */
function columnsOf(ids: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const called = new Map<string, string[]>(ids.map((id) => [id, []]));
  const isCalled = new Set<string>();
  for (const { from, to } of edges) {
    called.get(from)?.push(to);
    isCalled.add(to);
  }
  const done: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const forward = new Map<string, string[]>(ids.map((id) => [id, []]));
  const visit = (first: string): void => {
    const stack: { readonly id: string; at: number }[] = [{ id: first, at: 0 }];
    state.set(first, 'open');
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const next = called.get(top.id)![top.at++];
      if (next === undefined) {
        state.set(top.id, 'done');
        done.push(top.id);
        stack.pop();
      } else if (state.get(next) !== 'open') {
        forward.get(top.id)!.push(next);
        if (!state.has(next)) {
          state.set(next, 'open');
          stack.push({ id: next, at: 0 });
        }
      }
    }
  };
  for (const id of [...ids.filter((each) => !isCalled.has(each)), ...ids]) if (!state.has(id)) visit(id);
  const columns = new Map<string, number>(ids.map((id) => [id, 0]));
  for (const id of done.reverse())
    for (const next of forward.get(id)!) columns.set(next, Math.max(columns.get(next)!, columns.get(id)! + 1));
  return columns;
}
