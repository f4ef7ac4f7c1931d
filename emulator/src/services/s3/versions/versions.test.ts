// Random writes and removals in a bucket that is versioned, suspended and versioned again, against a plain list of versions.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import type { Store } from '#core/records';
import { keep } from '#services/s3/bodies/segments';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type Bucket, nullVersions, objects, olderVersions, type StoredObject, smallBodies, type Version } from '#services/s3/state';
import { openStore } from '#store/open-store';
import { addVersion, findVersion, newestVersion, removeVersion } from './versions.ts';

const KEY = 'k';

function foundIn(store: Store, versioning: Bucket['versioning']): LocatedBucket {
  let next = 0;
  const there = {
    records: (of: Parameters<Store['records']>[0]) => store.records(of, 'a', ''),
    random: (length: number) => String(next++).padStart(length, '0'),
    id: () => `body-${next++}`,
    write: store.write.bind(store),
  } as unknown as Ctx;
  const bucket: Bucket = { name: 'b', account: 'a', region: 'r', createdMs: 0, objectLock: false, grants: [], tags: [], versioning };
  return { bucket, there };
}

type Step = 'put' | 'mark' | 'enable' | 'suspend' | number;

interface Known {
  readonly id: string;
  readonly live: boolean;
}

/** Applies a step to a plain list of versions, newest first. */
function expected(list: readonly Known[], added: Version | undefined, removed: string | undefined): Known[] {
  const rest = list.filter(({ id }) => id !== removed && !(added?.versionId === 'null' && id === 'null'));
  return added ? [{ id: added.versionId, live: added.object !== undefined }, ...rest] : rest;
}

const object = (found: LocatedBucket, tx: Parameters<Parameters<Store['write']>[0]>[0]): StoredObject => ({
  etag: 'e',
  sizeBytes: 1,
  body: [keep(tx, { content: new Uint8Array(1), sizeBytes: 1 }, found.there)],
  checksum: { algorithm: 'CRC32', type: 'FULL_OBJECT', value: '' },
  metadata: {},
  storageClass: 'STANDARD',
  tags: [],
  grants: [],
  encryption: { algorithm: 'AES256' },
});

async function run(steps: readonly Step[]): Promise<void> {
  const store = await openStore({ checked: true });
  try {
    let found = foundIn(store, undefined);
    let list: Known[] = [];
    for (const step of steps) {
      const { bucket, there } = found;
      if (step === 'enable') found = { there, bucket: { ...bucket, versioning: 'Enabled' } };
      else if (step === 'suspend')
        found = { there, bucket: { ...bucket, ...(bucket.versioning ? { versioning: 'Suspended' as const } : {}) } };
      else list = store.write((tx) => act(found, tx, list, step));
      check(found, list);
    }
  } finally {
    await store.close();
  }
}

function act(
  found: LocatedBucket,
  tx: Parameters<Parameters<Store['write']>[0]>[0],
  list: Known[],
  step: 'put' | 'mark' | number,
): Known[] {
  if (step === 'put' || (step === 'mark' && found.bucket.versioning)) {
    const made = { owner: 'a', modifiedMs: 0, ...(step === 'put' ? { object: object(found, tx) } : {}) };
    return expected(list, addVersion(found, tx, KEY, made), undefined);
  }
  const victim = typeof step === 'number' ? list[step % Math.max(1, list.length)] : list[0];
  if (!victim) return list;
  removeVersion(found, tx, KEY, findVersion(found, KEY, victim.id)!);
  return expected(list, undefined, victim.id);
}

function check(found: LocatedBucket, list: readonly Known[]): void {
  const { there } = found;
  const newest = newestVersion(found, KEY);
  expect(newest && { id: newest.versionId, live: newest.object !== undefined }).toEqual(list[0]);
  const live = there.records(objects).range(['b', KEY]);
  const older = there.records(olderVersions).range(['b', KEY]);
  expect([...live, ...older].map(({ versionId, object: each }) => ({ id: versionId, live: each !== undefined }))).toEqual(list);
  for (const { id } of list) expect(findVersion(found, KEY, id)?.versionId).toBe(id);
  // Nothing is left behind: no body and no `null` position of a removed version
  expect(there.records(smallBodies).count()).toBe(list.filter((each) => each.live).length);
  expect(there.records(nullVersions).count()).toBe(older.filter(({ versionId }) => versionId === 'null').length);
}

it('every version is where a plain list says', async () => {
  const step = fc.oneof(fc.constantFrom<Step>('put', 'put', 'mark', 'enable', 'suspend'), fc.nat({ max: 20 }));
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), run), { numRuns: 150 });
});
