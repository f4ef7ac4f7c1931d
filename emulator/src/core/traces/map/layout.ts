// Places the nodes of the map: in columns from callers to called, in rows so that edges are short. Pure.
export interface Placed {
  readonly id: string;
  readonly column: number;
  readonly row: number;
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Sweeps by which rows are ordered: more change little. */
const SWEEPS = 4;

export function layoutOf(ids: readonly string[], edges: readonly Edge[]): Placed[] {
  const columns = columnsOf(ids, edges);
  const count = Math.max(0, ...columns.values()) + 1;
  const lists = Array.from({ length: count }, (_, column) => ids.filter((id) => columns.get(id) === column));
  const neighbours = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of edges) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const rows = new Map(lists.flatMap((list) => list.map((id, row) => [id, row - (list.length - 1) / 2] as const)));
    for (const list of lists) {
      const weight = new Map(
        list.map((id) => [
          id,
          meanOf(
            (neighbours.get(id) ?? []).map((other) => rows.get(other) ?? 0),
            rows.get(id) ?? 0,
          ),
        ]),
      );
      list.sort((a, b) => weight.get(a)! - weight.get(b)!);
      for (const [row, id] of list.entries()) rows.set(id, row - (list.length - 1) / 2);
    }
  }
  return lists.flatMap((list, column) => list.map((id, row) => ({ id, column, row })));
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
