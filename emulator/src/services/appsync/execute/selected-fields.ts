// The fields of selections. Each fragment is walked once for each of them: fragments that spread others twice would take time without end.
import type { DocumentNode, FieldNode, SelectionSetNode } from 'graphql';

/** The selection of the fragment of that name. */
export type FragmentOf = (name: string) => SelectionSetNode | undefined;

export function fragmentsOf({ definitions }: DocumentNode): FragmentOf {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of definitions) if (each.kind === 'FragmentDefinition') fragments.set(each.name.value, each.selectionSet);
  return (name) => fragments.get(name);
}

/** A field by its name in the answer, with its selections: it may be selected several times. */
export interface SelectedField {
  readonly name: string;
  /** Its name in the schema. */
  readonly field: string;
  readonly selections: readonly SelectionSetNode[];
}

/** In their order, those of fragments included. */
export function selectedFields(sets: readonly SelectionSetNode[], fragmentOf: FragmentOf): SelectedField[] {
  const nodes = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  const walk = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === 'Field') {
        const key = `${nameOf(selection)} ${selection.name.value}`;
        const same = nodes.get(key);
        if (same) same.push(selection);
        else nodes.set(key, [selection]);
      } else if (selection.kind === 'InlineFragment') walk(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const inner = fragmentOf(selection.name.value);
        if (inner) walk(inner);
      }
    }
  };
  for (const set of sets) walk(set);
  return [...nodes.values()].map((same) => ({
    name: nameOf(same[0]!),
    field: same[0]!.name.value,
    selections: same.flatMap(({ selectionSet }) => selectionSet ?? []),
  }));
}

const nameOf = ({ alias, name }: FieldNode): string => alias?.value ?? name.value;
