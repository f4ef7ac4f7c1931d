// Describes messages of Kafka's protocol as values that both read and write them: one description serves the broker and the client.
// A structure lists its members in the order of the wire; each says in which versions it is there. Flexible versions write lengths with
// variable size and end structures with tagged members (KIP-482).
import { WireError } from './wire-error.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

export interface Version {
  readonly number: number;
  readonly isFlexible: boolean;
}

export interface Type<T> {
  /** The value in messages whose version does not have the member. */
  readonly absent: T;
  read(from: WireReader, version: Version): T;
  write(to: WireWriter, value: T, version: Version): void;
}

type ValueOf<T> = T extends Type<infer V> ? V : never;

export const INT8: Type<number> = { absent: 0, read: (from) => from.int8(), write: (to, value) => to.int8(value) };
export const INT16: Type<number> = { absent: 0, read: (from) => from.int16(), write: (to, value) => to.int16(value) };
export const INT32: Type<number> = { absent: 0, read: (from) => from.int32(), write: (to, value) => to.int32(value) };
export const INT64: Type<number> = { absent: 0, read: (from) => from.int64(), write: (to, value) => to.int64(value) };
export const BOOLEAN: Type<boolean> = { absent: false, read: (from) => from.int8() !== 0, write: (to, value) => to.int8(value ? 1 : 0) };

const stringLength = (from: WireReader, { isFlexible }: Version): number => (isFlexible ? from.uvarint() - 1 : from.int16());

export const NULLABLE_STRING: Type<string | null> = {
  absent: null,
  read: (from, version) => {
    const length = stringLength(from, version);
    return length < 0 ? null : from.text(length);
  },
  write: (to, value, { isFlexible }) => {
    const bytes = value === null ? undefined : Buffer.from(value);
    if (isFlexible) to.uvarint((bytes?.length ?? -1) + 1);
    else to.int16(bytes?.length ?? -1);
    if (bytes) to.raw(bytes);
  },
};

export const STRING: Type<string> = {
  absent: '',
  read: (from, version) => present(NULLABLE_STRING.read(from, version)),
  write: NULLABLE_STRING.write,
};

export const NULLABLE_BYTES: Type<Buffer | null> = {
  absent: null,
  read: (from, { isFlexible }) => {
    const length = isFlexible ? from.uvarint() - 1 : from.int32();
    return length < 0 ? null : from.raw(length);
  },
  write: (to, value, { isFlexible }) => {
    to.count(value?.length ?? -1, isFlexible);
    if (value) to.raw(value);
  },
};

export const BYTES: Type<Buffer> = {
  absent: Buffer.alloc(0),
  read: (from, version) => present(NULLABLE_BYTES.read(from, version)),
  write: NULLABLE_BYTES.write,
};

function present<T>(value: T | null): T {
  if (value === null) throw new WireError('A member is null that may not be.');
  return value;
}

export function nullableList<T>(item: Type<T>): Type<readonly T[] | null> {
  return {
    absent: null,
    read: (from, version) => {
      const count = from.count(version.isFlexible);
      return count < 0 ? null : Array.from({ length: count }, () => item.read(from, version));
    },
    write: (to, value, version) => {
      to.count(value?.length ?? -1, version.isFlexible);
      for (const one of value ?? []) item.write(to, one, version);
    },
  };
}

export function list<T>(item: Type<T>): Type<readonly T[]> {
  const { read, write } = nullableList(item);
  return { absent: [], read: (from, version) => read(from, version) ?? [], write };
}

/** A member that is there from a version on, and up to another one. */
export function since<T>(first: number, type: Type<T>, last = Number.POSITIVE_INFINITY, absent: T = type.absent): Type<T> {
  const isThere = ({ number }: Version): boolean => number >= first && number <= last;
  return {
    absent,
    read: (from, version) => (isThere(version) ? type.read(from, version) : absent),
    write: (to, value, version) => {
      if (isThere(version)) type.write(to, value, version);
    },
  };
}

type Members = Readonly<Record<string, Type<never> | Type<unknown>>>;
type Struct<M> = { -readonly [K in keyof M]: ValueOf<M[K]> };

export function struct<const M extends { readonly [K in keyof M]: Type<never> | Type<unknown> }>(members: M): Type<Struct<M>> {
  const all = Object.entries(members as Members) as [string, Type<unknown>][];
  return {
    absent: Object.fromEntries(all.map(([name, { absent }]) => [name, absent])) as Struct<M>,
    read: (from, version) => {
      const value = Object.fromEntries(all.map(([name, type]) => [name, type.read(from, version)]));
      if (version.isFlexible) from.skipTagged();
      return value as Struct<M>;
    },
    write: (to, value, version) => {
      for (const [name, type] of all) type.write(to, (value as Record<string, unknown>)[name] ?? type.absent, version);
      if (version.isFlexible) to.uvarint(0);
    },
  };
}
