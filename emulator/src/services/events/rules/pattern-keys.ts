// Finds keys in a pattern that no event has. The cloud accepts them, and such a rule never takes an event.
import { distance } from '#lib/edit-distance';

const EVENT_KEYS = ['source', 'detail-type', 'detail', 'account', 'region', 'resources', 'time', 'id', 'version', 'replay-name'];
/** Words that differ by more are not meant for each other. */
const NEAR = 3;

export interface UnknownKey {
  readonly key: string;
  /** The key that was probably meant. */
  readonly meant: string | undefined;
}

/** `pattern`: JSON of an object, already checked. An alternative of `$or` counts like the pattern itself. */
export function unknownKeys(pattern: string): UnknownKey[] {
  const keys = keysOf(JSON.parse(pattern) as Readonly<Record<string, unknown>>);
  return [...new Set(keys)].map((key) => {
    const [nearest] = EVENT_KEYS.map((name) => ({ name, off: distance(key.toLowerCase(), name) })).sort((a, b) => a.off - b.off);
    return { key, meant: nearest && nearest.off <= NEAR && nearest.off < key.length ? nearest.name : undefined };
  });
}

const keysOf = (pattern: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(pattern).flatMap(([key, value]) => {
    if (key !== '$or') return EVENT_KEYS.includes(key) ? [] : [key];
    return Array.isArray(value) ? value.flatMap((each) => keysOf(each as Readonly<Record<string, unknown>>)) : [];
  });
