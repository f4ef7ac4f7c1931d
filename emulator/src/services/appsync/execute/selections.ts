// The selection of a field, as resolvers are told: `['id', 'items', 'items/id']`, and its text.
import { type FieldNode, type GraphQLResolveInfo, print, type SelectionSetNode } from 'graphql';
import { type FragmentOf, selectedFields } from './selected-fields.ts';

/** Limit: entries of `selectionSetList`. */
const MAX_SELECTED = 2000;

/** The selections of an operation's fields: the items of a list have the same nodes, which are listed once. */
export class SelectionLists {
  readonly #known = new WeakMap<readonly FieldNode[], readonly string[]>();

  of({ fieldNodes, fragments }: GraphQLResolveInfo): readonly string[] {
    const known = this.#known.get(fieldNodes);
    if (known) return known;
    const list = listOf(fieldNodes, (name) => fragments[name]?.selectionSet);
    this.#known.set(fieldNodes, list);
    return list;
  }
}

function listOf(nodes: readonly FieldNode[], fragmentOf: FragmentOf): readonly string[] {
  const listed = new Set<string>();
  const walk = (sets: readonly SelectionSetNode[], path: string): void => {
    for (const { name, selections } of selectedFields(sets, fragmentOf)) {
      if (listed.size >= MAX_SELECTED) return;
      listed.add(`${path}${name}`);
      walk(selections, `${path}${name}/`);
    }
  };
  walk(
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    '',
  );
  return [...listed];
}

export const selectionText = ({ fieldNodes: [field] }: GraphQLResolveInfo): string =>
  field?.selectionSet ? print(field.selectionSet) : '';
