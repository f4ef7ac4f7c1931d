// Where an event stops on the way to a field that it lacks, and which of its keys may have been meant.

export interface AbsentPlace {
  /** The longest part of the path that exists; empty for the event itself. */
  readonly parent: string;
  /** The value at the path itself, if any: match values see strings, numbers, booleans and null, never objects or arrays. */
  readonly found?: 'object' | 'array';
  /** The type of the value at `parent` where that is no object, such as the text that somebody made of one. */
  readonly held?: 'string' | 'number' | 'boolean' | 'null';
  /** A key of `parent` that is spelled nearly like the missing one. */
  readonly similar?: string;
}

const MAX_KEYS = 200;
const MAX_KEY_LENGTH = 64;

/** Where the path leads through arrays, follows the first element that has the next key. */
export function findAbsentPlace(event: unknown, field: string): AbsentPlace {
  const keys = field.split('.');
  let candidates: unknown[] = [event];
  for (let depth = 0; depth < keys.length; depth++) {
    const objects = candidates.flatMap(flattenArrays).filter(isObject);
    const next = objects.filter((object) => Object.hasOwn(object, keys[depth]!)).map((object) => object[keys[depth]!]);
    if (next.length === 0) {
      const similar = similarKey(keys[depth]!, objects);
      const held = objects.length === 0 && candidates.length > 0 ? typeOf(candidates[0]) : undefined;
      return { parent: keys.slice(0, depth).join('.'), ...(held && { held }), ...(similar !== undefined && { similar }) };
    }
    candidates = next;
  }
  return { parent: field, found: candidates.some(isObject) ? 'object' : 'array' };
}

function typeOf(value: unknown): AbsentPlace['held'] {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const flattenArrays = (value: unknown): unknown[] => (Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]);

function similarKey(wanted: string, objects: readonly Record<string, unknown>[]): string | undefined {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))].slice(0, MAX_KEYS);
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const key of keys) {
    const distance = editDistance(wanted, key);
    if (distance >= least || distance >= Math.max(wanted.length, key.length)) continue;
    best = key;
    least = distance;
  }
  return best;
}

/** Insertions, deletions and replacements; ignores letter case. */
function editDistance(one: string, other: string): number {
  const a = one.toLowerCase().slice(0, MAX_KEY_LENGTH);
  const b = other.toLowerCase().slice(0, MAX_KEY_LENGTH);
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
