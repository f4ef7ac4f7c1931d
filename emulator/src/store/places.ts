// Finds the accounts and regions that hold a record of a collection, or of any: on disk, by seeking from one partition's keys to the next.

import type { Disk } from './disk.ts';
import { abovePrefix, decodeKey, encodeKey } from './key.ts';
import type { RegionScope } from './partition.ts';

export function placesOnDisk(disk: Disk, collectionName: string): RegionScope[] {
  const prefix = encodeKey([collectionName]);
  const found: RegionScope[] = [];
  let key = disk.firstKey(prefix, '');
  while (key !== undefined) {
    const [account, region] = decodeKey(key) as [string, string];
    found.push({ account, region });
    key = disk.firstKey(prefix, abovePrefix(encodeKey([account, region])));
  }
  return found;
}

export interface StoredPlace {
  readonly collection: string;
  readonly place: RegionScope;
}

export function everyPlaceOnDisk(disk: Disk): StoredPlace[] {
  const found: StoredPlace[] = [];
  let key = disk.firstKey('', '');
  while (key !== undefined) {
    const [collection, account, region] = decodeKey(key) as [string, string, string];
    found.push({ collection, place: { account, region } });
    key = disk.firstKey('', abovePrefix(encodeKey([collection, account, region])));
  }
  return found;
}
