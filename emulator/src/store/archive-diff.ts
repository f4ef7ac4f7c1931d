// The differences between two archives: the records that were added, removed or changed, by collection, account, region and key.
import type { Archive } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { decodeKey } from './key.ts';

export interface RecordDifference {
  readonly change: 'added' | 'removed' | 'changed';
  /** `service.things`. */
  readonly collection: string;
  readonly account: string;
  /** Empty for what all regions share. */
  readonly region: string;
  readonly key: readonly (string | number)[];
}

export interface ArchiveDifferences {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The first ones, by key. */
  readonly differences: readonly RecordDifference[];
}

/** Limit: differences of two snapshots that are listed. */
export const MAX_LISTED_DIFFERENCES = 1_000;
/** Compared at once; other requests are answered between two batches. */
const BATCH = 10_000;

type Records = Archive['records'];

/** Compares the records of two archives, which are ordered by key. Blobs count by the records that name them. */
export async function archiveDifferences(from: Records, to: Records): Promise<ArchiveDifferences> {
  const counts = { added: 0, removed: 0, changed: 0 };
  const differences: RecordDifference[] = [];
  const note = (change: RecordDifference['change'], text: string): void => {
    counts[change]++;
    if (differences.length < MAX_LISTED_DIFFERENCES) differences.push(differenceOf(change, text));
  };
  let [before, after] = [0, 0];
  for (let steps = 1; before < from.length || after < to.length; steps++) {
    const [old, now] = [from[before], to[after]];
    if (now === undefined || (old !== undefined && old.key < now.key)) {
      note('removed', old!.key);
      before++;
    } else if (old === undefined || now.key < old.key) {
      note('added', now.key);
      after++;
    } else {
      if (Buffer.compare(old.bytes, now.bytes) !== 0) note('changed', now.key);
      before++;
      after++;
    }
    if (steps % BATCH === 0) await nextTurn();
  }
  return { ...counts, differences };
}

function differenceOf(change: RecordDifference['change'], text: string): RecordDifference {
  const [collection = '', account = '', region = '', ...key] = decodeKey(text);
  return { change, collection: String(collection), account: String(account), region: String(region), key };
}
