// Finds keys in a pattern that no event has. The cloud accepts them, and such a rule never takes an event.
import { distance } from '#lib/edit-distance';
import type { CompiledPattern } from '#lib/pattern/pattern';

const EVENT_KEYS = ['source', 'detail-type', 'detail', 'account', 'region', 'resources', 'time', 'id', 'version', 'replay-name'];
/** Words that differ by more are not meant for each other. */
const NEAR = 3;

export interface UnknownKey {
  readonly key: string;
  /** The key that was probably meant. */
  readonly meant: string | undefined;
}

/** The first part of each field's dotted name: `detail` of `detail.total`. */
export function unknownKeys({ alternatives }: Pick<CompiledPattern, 'alternatives'>): UnknownKey[] {
  const fields = new Set(alternatives.flatMap((alternative) => [...alternative.keys()]));
  const keys = new Set([...fields].map((field) => field.split('.', 1)[0]!));
  return [...keys].filter((key) => !EVENT_KEYS.includes(key)).map((key) => ({ key, meant: nearestTo(key) }));
}

function nearestTo(key: string): string | undefined {
  const [nearest] = EVENT_KEYS.map((name) => ({ name, off: distance(key.toLowerCase(), name) })).sort((a, b) => a.off - b.off);
  return nearest && nearest.off <= NEAR && nearest.off < key.length ? nearest.name : undefined;
}
