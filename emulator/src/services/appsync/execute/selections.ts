// The selection of a field, as resolvers are told: `['id', 'items', 'items/id']`, and its text.
import { type FieldNode, type GraphQLResolveInfo, print, type SelectionSetNode } from 'graphql';
import { selectedFields } from './selected-fields.ts';

/** Limit: entries of `selectionSetList`. */
const MAX_SELECTED = 2000;

/** The items of a list have the same nodes: each is listed once. */
const lists = new WeakMap<readonly FieldNode[], readonly string[]>();

export function selectionList({ fieldNodes, fragments }: GraphQLResolveInfo): readonly string[] {
  const known = lists.get(fieldNodes);
  if (known) return known;
  const listed = new Set<string>();
  const walk = (sets: readonly SelectionSetNode[], path: string): void => {
    for (const { name, selections } of selectedFields(sets, (fragment) => fragments[fragment]?.selectionSet)) {
      if (listed.size >= MAX_SELECTED) return;
      listed.add(`${path}${name}`);
      walk(selections, `${path}${name}/`);
    }
  };
  walk(
    fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    '',
  );
  const list = [...listed];
  lists.set(fieldNodes, list);
  return list;
}

export const selectionText = ({ fieldNodes: [field] }: GraphQLResolveInfo): string =>
  field?.selectionSet ? print(field.selectionSet) : '';
