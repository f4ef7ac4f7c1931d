// The states of a definition as a graph: names, edges with their kinds, and the edges that lead back to a state on the way.

export interface StateDefinition {
  readonly Type?: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Next?: string; readonly Condition?: unknown; readonly Variable?: unknown }[];
  readonly Catch?: readonly { readonly Next?: string; readonly ErrorEquals?: readonly string[] }[];
  readonly Branches?: readonly StatesBlock[];
  readonly ItemProcessor?: StatesBlock;
  readonly Iterator?: StatesBlock;
}

export interface StatesBlock {
  readonly StartAt?: string;
  readonly States?: Readonly<Record<string, StateDefinition>>;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'next' | 'choice' | 'catch';
  readonly label: string;
}

export interface Graph {
  /** From the start on, in the order in which they are reached; then those that nothing leads to. */
  readonly names: readonly string[];
  readonly edges: readonly Edge[];
  /** Positions in `edges`. */
  readonly backEdges: ReadonlySet<number>;
}

export function graphOf({ StartAt, States = {} }: StatesBlock): Graph {
  const all = Object.entries(States).flatMap(([from, state]) => edgesFrom(from, state));
  const edges = all.filter(({ to }) => Object.hasOwn(States, to));
  const leaving = new Map<string, number[]>();
  for (const [i, { from }] of edges.entries()) leaving.set(from, [...(leaving.get(from) ?? []), i]);
  const names = new Set<string>();
  const backEdges = new Set<number>();
  const onWay = new Set<string>();
  // A stack of our own: a definition may have ten thousand states in a row.
  const visit = (start: string): void => {
    const stack = [{ name: start, next: 0 }];
    names.add(start);
    onWay.add(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const i = leaving.get(top.name)?.[top.next++];
      if (i === undefined) {
        onWay.delete(top.name);
        stack.pop();
        continue;
      }
      const { to } = edges[i]!;
      if (onWay.has(to)) backEdges.add(i);
      else if (!names.has(to)) {
        names.add(to);
        onWay.add(to);
        stack.push({ name: to, next: 0 });
      }
    }
  };
  for (const name of [StartAt, ...Object.keys(States)])
    if (name !== undefined && Object.hasOwn(States, name) && !names.has(name)) visit(name);
  return { names: [...names], edges, backEdges };
}

function edgesFrom(from: string, { Next, Default, Choices = [], Catch = [] }: StateDefinition): Edge[] {
  const edge = (to: string | undefined, kind: Edge['kind'], label: string): Edge[] => (to === undefined ? [] : [{ from, to, kind, label }]);
  return [
    ...edge(Next, 'next', ''),
    ...Choices.flatMap((choice, i) =>
      edge(choice.Next, 'choice', typeof choice.Condition === 'string' ? choice.Condition : `rule ${i + 1}`),
    ),
    ...edge(Default, 'choice', 'default'),
    ...Catch.flatMap((one) => edge(one.Next, 'catch', (one.ErrorEquals ?? []).join(', '))),
  ];
}
