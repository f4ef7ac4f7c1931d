// The selection of a field, as resolvers are told: `['id', 'items', 'items/id']`, and its text.
import { type GraphQLResolveInfo, print, type SelectionSetNode } from 'graphql';

/** Limit: entries of `selectionSetList`. */
const MAX_SELECTED = 2000;

export function selectionList({ fieldNodes, fragments }: GraphQLResolveInfo): string[] {
  const listed: string[] = [];
  const walk = (set: SelectionSetNode | undefined, path: string, depth: number): void => {
    for (const selection of set?.selections ?? []) {
      if (listed.length >= MAX_SELECTED || depth > 50) return;
      if (selection.kind === 'Field') {
        const name = `${path}${selection.alias?.value ?? selection.name.value}`;
        if (!listed.includes(name)) listed.push(name);
        walk(selection.selectionSet, `${name}/`, depth + 1);
      } else if (selection.kind === 'InlineFragment') walk(selection.selectionSet, path, depth + 1);
      else walk(fragments[selection.name.value]?.selectionSet, path, depth + 1);
    }
  };
  for (const { selectionSet } of fieldNodes) walk(selectionSet, '', 0);
  return listed;
}

export const selectionText = ({ fieldNodes: [field] }: GraphQLResolveInfo): string =>
  field?.selectionSet ? print(field.selectionSet) : '';
