// Dependencies between resources, and cycles in them.
import { references } from './references.ts';
import type { Template } from './template.ts';

export type Dependencies = Readonly<Record<string, readonly string[]>>;

/** For each resource to create, the ids it depends on: by DependsOn, references and attributes. */
export function dependenciesOf(
  template: Template,
  exists: (logicalId: string) => boolean,
  condition: (name: string) => boolean,
): Dependencies {
  const ids = Object.keys(template.resources).filter(exists);
  const known = new Set(ids);
  return Object.fromEntries(
    ids.map((id) => {
      const { dependsOn, properties, metadata, creationPolicy, updatePolicy } = template.resources[id]!;
      const named = references([properties, metadata ?? {}, creationPolicy ?? {}, updatePolicy ?? {}], condition).map(({ name }) => name);
      return [id, [...new Set([...dependsOn, ...named])].filter((other) => known.has(other))];
    }),
  );
}

/** The resources of a cycle, in order. Undefined if there is none. */
export function findCycle(dependencies: Dependencies): string[] | undefined {
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (id: string): string[] | undefined => {
    if (state.get(id) === 'done') return undefined;
    if (state.get(id) === 'open') return path.slice(path.indexOf(id));
    state.set(id, 'open');
    path.push(id);
    for (const next of dependencies[id] ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    state.set(id, 'done');
    return undefined;
  };
  for (const id of Object.keys(dependencies)) {
    const cycle = visit(id);
    if (cycle) return cycle;
  }
  return undefined;
}

/** The same edges in the other direction, for deletion. */
export function reversed(dependencies: Dependencies): Dependencies {
  const back: Record<string, string[]> = Object.fromEntries(Object.keys(dependencies).map((id) => [id, []]));
  for (const [id, needed] of Object.entries(dependencies)) for (const other of needed) back[other]?.push(id);
  return back;
}

/** Ids in an order in which each comes after its dependencies, otherwise as in the template. The graph must not have cycles. */
export function inOrder(dependencies: Dependencies): string[] {
  const out = new Set<string>();
  const visit = (id: string): void => {
    if (out.has(id)) return;
    for (const needed of dependencies[id] ?? []) if (Object.hasOwn(dependencies, needed)) visit(needed);
    out.add(id);
  };
  for (const id of Object.keys(dependencies)) visit(id);
  return [...out];
}
