// Whether fields with one name in an answer are the same field: one walk over each selection, fragments included, bounded in its steps.
import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, print, type SelectionSetNode } from 'graphql';

/** Steps of one walk: a query that needs more asks for more than can be answered. */
const MAX_STEPS = 50_000;

/** Undefined where all of them merge; else the reason. */
export function mergesFields({ definitions }: DocumentNode): string | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of definitions) if (each.kind === 'FragmentDefinition') fragments.set(each.name.value, each);
  let left = MAX_STEPS;

  /** The fields of selections, by their names in the answer and the type that a fragment is for. */
  function collect(sets: readonly SelectionSetNode[]): Map<string, FieldNode[]> | undefined {
    const fields = new Map<string, FieldNode[]>();
    const seen = new Set<string>();
    const waiting: (readonly [SelectionSetNode, string])[] = sets.map((set) => [set, '']);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [set, on] = next;
      for (const selection of set.selections) {
        if (--left < 0) return undefined;
        if (selection.kind === 'Field') {
          const key = `${on}\n${selection.alias?.value ?? selection.name.value}`;
          const same = fields.get(key);
          if (same) same.push(selection);
          else fields.set(key, [selection]);
        } else if (selection.kind === 'InlineFragment') waiting.push([selection.selectionSet, selection.typeCondition?.name.value ?? on]);
        else {
          const fragment = fragments.get(selection.name.value);
          if (!fragment || seen.has(selection.name.value)) continue;
          seen.add(selection.name.value);
          waiting.push([fragment.selectionSet, fragment.typeCondition.name.value]);
        }
      }
    }
    return fields;
  }

  const waiting: SelectionSetNode[][] = definitions.flatMap((each) => (each.kind === 'OperationDefinition' ? [[each.selectionSet]] : []));
  for (let sets = waiting.pop(); sets; sets = waiting.pop()) {
    const fields = collect(sets);
    if (!fields) return 'the query is too large';
    for (const same of fields.values()) {
      const [first, ...others] = same as [FieldNode, ...FieldNode[]];
      const key = others.length > 0 ? keyOf(first) : '';
      const other = others.find((each) => keyOf(each) !== key);
      if (other) return `${first.alias?.value ?? first.name.value} : ${first.name.value} and ${other.name.value} are different fields`;
      const inner = same.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) waiting.push(inner);
    }
  }
  return undefined;
}

const keyOf = ({ name, arguments: args = [] }: FieldNode): string =>
  `${name.value}(${args
    .map((each) => print(each))
    .sort()
    .join()})`;
