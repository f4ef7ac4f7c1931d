// A record as bytes on disk: the version of its shape and itself, as one msgpack array without shared structures.

import { addExtension, Packr } from 'msgpackr';
import type { Collection, Key } from '#core/records';
import { newerRecord, unreadableRecord } from './store-errors.ts';

type AnyCollection = Collection<Key, unknown>;

// Without `useRecords: false`, records would depend on structures kept elsewhere, which must then never be lost.
// `copyBuffers`: the bytes read are lmdb's own memory, which changes later.
const packr = new Packr({ useRecords: false, copyBuffers: true });

export function packRecord(version: number, value: unknown): Buffer {
  const packed = packr.pack([version, value]);
  return packed.includes(PROTO) ? packr.pack([version, withMembers(value)]) : packed;
}

/** A name that msgpackr changes where it reads objects: an object that has such a member is kept as a list of its members. */
const PROTO = '__proto__';

class Members {
  readonly entries: readonly (readonly [string, unknown])[];
  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}
addExtension({
  Class: Members,
  type: 1,
  write: ({ entries }: Members) => entries,
  read: (entries: readonly (readonly [string, unknown])[]) => Object.fromEntries(entries),
});

function withMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(withMembers);
  const entries = Object.entries(value).map(([name, member]) => [name, withMembers(member)] as const);
  return Object.hasOwn(value, PROTO) ? new Members(entries) : Object.fromEntries(entries);
}

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
