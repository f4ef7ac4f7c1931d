// Changes to settings by update operations: members that a request leaves out stay as they are.

type Map = Readonly<Record<string, string>>;

/** `before` with the members that are given. */
export function changed<T extends object>(before: T, changes: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

/** Keys are added or replaced; those with an empty text are removed. Undefined when nothing is left. */
export function mergedMap(before: Map | undefined, changes: Map | undefined): Record<string, string> | undefined {
  if (changes === undefined) return before && { ...before };
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '');
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}
