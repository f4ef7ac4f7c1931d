// All records of all services at one moment, as plain lines that two moments can be compared by.
import { wholePartition } from '../../emulator/src/store/partition.ts';
import type { MemorySnapshot } from '../../emulator/src/store/snapshot.ts';
import type { TestEmulator } from './emulator.ts';

export interface Dumped {
  /** Collections whose name begins with one of these are left out. */
  readonly without: readonly string[];
  /** Members of records that tell when and how often, not what. */
  readonly apart: readonly string[];
}

/** Points of metrics outlive what they count, in the cloud too, and come by the minute. */
const COUNTS = 'core.metric';

/** `collection place key value`, sorted; moments, revisions, metrics and what is empty are not told. */
export function recordsOf(emulator: TestEmulator, { without, apart }: Dumped): string[] {
  const { trees } = emulator.snapshot() as MemorySnapshot;
  const lines: string[] = [];
  for (const [{ collection, place }, tree] of trees) {
    if ([COUNTS, ...without].some((prefix) => collection.name.startsWith(prefix))) continue;
    tree.walk(wholePartition, (key, value) =>
      lines.push(`${collection.name} ${place.account} ${place.region} ${JSON.stringify(key)} ${JSON.stringify(plain(value, apart))}`),
    );
  }
  return lines.sort();
}

function plain(value: unknown, apart: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, apart));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (/Ms$|^revisionId$/.test(name) || apart.includes(name)) return [];
    const told = plain(inner, apart);
    return isEmpty(told) ? [] : [[name, told]];
  });
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
