// The fields of a JSON message: nested ones joined with dots, list items by their index.

/** Limit: fields that are discovered in an event. */
const MAX_FIELDS = 200;
/** Limit: levels of an event in which fields are discovered. */
const MAX_DEPTH = 20;

export function discoveredFields(message: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (/^\s*\{/.test(message)) {
    try {
      collect(JSON.parse(message), '', 0, found);
    } catch {
      // Not JSON: no fields.
    }
  }
  return found;
}

function collect(value: unknown, path: string, depth: number, found: Set<string>): void {
  if (found.size >= MAX_FIELDS) return;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) {
    found.add(path);
    return;
  }
  for (const [name, inner] of Object.entries(value)) collect(inner, path === '' ? name : `${path}.${name}`, depth + 1, found);
}
