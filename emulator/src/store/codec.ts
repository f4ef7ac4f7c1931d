// A record as bytes on disk: the version of its shape and itself, as one msgpack array without shared structures.

import { Packr } from 'msgpackr';
import type { Collection, Key } from '#core/records';
import { newerRecord, unreadableRecord } from './store-errors.ts';

type AnyCollection = Collection<Key, unknown>;

// Without `useRecords: false`, records would depend on structures kept elsewhere, which must then never be lost.
// `copyBuffers`: the bytes read are lmdb's own memory, which changes later.
const packr = new Packr({ useRecords: false, copyBuffers: true });

export const packRecord = (version: number, value: unknown): Buffer => packr.pack([version, value]);

/** `key` is only for the error of a record that cannot be read. */
export function unpackRecord(bytes: Buffer, collection: AnyCollection, key: () => Key): unknown {
  let stored: unknown;
  try {
    stored = packr.unpack(bytes);
  } catch (cause) {
    throw unreadableRecord(collection.name, key(), cause);
  }
  if (!Array.isArray(stored) || stored.length !== 2 || typeof stored[0] !== 'number')
    throw unreadableRecord(collection.name, key(), undefined);
  const [version, value] = stored as [number, unknown];
  if (version === collection.version) return value;
  if (version > collection.version) throw newerRecord(collection.name, key(), version, collection.version);
  return collection.upgrade ? collection.upgrade(value as never, version) : value;
}
