// How deeply fields of an operation are nested.
import type { DocumentNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';

/** Fragments do not count; each is walked once for each depth at which it is used. */
export function queryDepth(operation: OperationDefinitionNode, { definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  const known = new Map<SelectionSetNode, number>();
  const depthOf = (set: SelectionSetNode): number => {
    const before = known.get(set);
    if (before !== undefined) return before;
    known.set(set, 0);
    let depth = 0;
    for (const selection of set.selections) {
      const inner = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection.selectionSet;
      depth = Math.max(depth, (selection.kind === 'Field' ? 1 : 0) + (inner ? depthOf(inner) : 0));
    }
    known.set(set, depth);
    return depth;
  };
  return depthOf(operation.selectionSet);
}
