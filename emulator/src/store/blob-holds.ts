// How many records hold each blob: counted in a collection, in the same write as the records themselves.

import assert from 'node:assert';
import { type BlobRef, collection, type Records, type Tx } from '#core/records';
import type { BlobFiles } from './blob-files.ts';

interface Holders {
  readonly holders: number;
}

export const blobHolders = collection<[sha256: string], Holders>('blobs', { global: true });

export type HolderRecords = Records<[sha256: string], Holders>;

export function holdBlob(tx: Tx, counts: HolderRecords, blobs: BlobFiles, { sha256, sizeBytes }: BlobRef): void {
  const holders = counts.get([sha256])?.holders ?? 0;
  if (holders === 0) blobs.assertWhole({ sha256, sizeBytes });
  tx.put(counts, [sha256], { holders: holders + 1 });
  tx.after(() => blobs.claim(sha256));
}

export function releaseBlob(tx: Tx, counts: HolderRecords, blobs: BlobFiles, { sha256 }: BlobRef): void {
  const holders = counts.get([sha256])?.holders ?? 0;
  assert(holders > 0, `blob ${sha256} is released, and no record holds it`);
  if (holders > 1) {
    tx.put(counts, [sha256], { holders: holders - 1 });
    return;
  }
  tx.delete(counts, [sha256]);
  tx.after(() => blobs.discard(sha256));
}
