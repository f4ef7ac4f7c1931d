// Where an event stops on the way to a field that it lacks, and which of its keys may have been meant.
import { distance } from '#lib/edit-distance';
import { isObject } from '#lib/json-object';

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

const flattenArrays = (value: unknown): unknown[] => (Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]);

function similarKey(wanted: string, objects: readonly Record<string, unknown>[]): string | undefined {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))].slice(0, MAX_KEYS);
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const key of keys) {
    const apart = distance(compared(wanted), compared(key));
    if (apart >= least || apart >= Math.max(wanted.length, key.length)) continue;
    best = key;
    least = apart;
  }
  return best;
}

const compared = (key: string): string => key.toLowerCase().slice(0, MAX_KEY_LENGTH);
