// Converts documents (JSON, CBOR) to typed values and back: one closure per shape, compiled on first use. Leaves out unknown members.
// Objects and lists in which nothing has to be converted or left out are returned as they are: most requests consist of such.
import { JsonText } from '#lib/json-text';
import type { Member, MemberTraits, Ref, ServiceIR, SimpleKind } from '#protocol/ir';
import { notContainer, serialization } from '#protocol/refusals';

export type Convert = (value: unknown) => unknown;
export type ScalarTable = Readonly<Record<SimpleKind, Convert>>;
type Plain = Record<string, unknown>;

export interface DocumentFormat {
  readonly read: ScalarTable;
  readonly write: ScalarTable;
  /** A member's name on the wire. */
  readonly wireName: (name: string, traits: MemberTraits | undefined) => string;
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array) && !(value instanceof Date);

/** Has no prototype, because a key may be `__proto__`. */
const emptyMap = (): Plain => Object.create(null) as Plain;

/** A copy of the members that come before `end`. */
function membersBefore(value: Plain, end: string): Plain {
  const result: Plain = {};
  for (const key in value) {
    if (key === end) break;
    result[key] = value[key];
  }
  return result;
}

interface Entry {
  readonly name: string;
  readonly convert: Convert;
}

export class DocumentCodec {
  readonly #ir: ServiceIR;
  readonly #format: DocumentFormat;
  readonly #readers: (Convert | undefined)[] = [];
  readonly #writers: (Convert | undefined)[] = [];

  constructor(ir: ServiceIR, format: DocumentFormat) {
    this.#ir = ir;
    this.#format = format;
  }

  reader(ref: Ref): Convert {
    return typeof ref === 'number' ? this.#cached(this.#readers, ref, (index) => this.#makeReader(index)) : this.#format.read[ref];
  }

  writer(ref: Ref): Convert {
    return typeof ref === 'number' ? this.#cached(this.#writers, ref, (index) => this.#makeWriter(index)) : this.#format.write[ref];
  }

  /** A shape may contain itself: while it is being compiled, its users get a closure that looks it up later. */
  #cached(cache: (Convert | undefined)[], index: number, make: (index: number) => Convert): Convert {
    const known = cache[index];
    if (known) return known;
    let made: Convert | undefined;
    cache[index] = (value) => (made as Convert)(value);
    made = make(index);
    cache[index] = made;
    return made;
  }

  structureReader(members: readonly Member[], union = false): Convert {
    const table = emptyMap() as Record<string, Entry>;
    for (const [name, ref, traits] of members) table[this.#format.wireName(name, traits)] = { name, convert: this.reader(ref) };
    return (value) => {
      if (!isPlain(value)) throw notContainer(value, 'structure');
      // The object itself, until a member has to be left out or converted: mostly none has.
      let result = value;
      let set = 0;
      for (const key in value) {
        const entry = table[key];
        const part = value[key];
        const isKept = entry !== undefined && part !== null && part !== undefined;
        const converted = isKept ? entry.convert(part) : undefined;
        if (result === value && (!isKept || converted !== part || entry.name !== key)) result = membersBefore(value, key);
        if (!isKept) continue;
        if (result !== value) result[entry.name] = converted;
        set++;
      }
      if (union && set !== 1) throw serialization('Unions must have exactly one member set');
      return result;
    };
  }

  structureWriter(members: readonly Member[]): Convert {
    const table = emptyMap() as Record<string, Entry>;
    for (const [name, ref, traits] of members) table[name] = { name: this.#format.wireName(name, traits), convert: this.writer(ref) };
    return (value) => {
      const given = value as Plain;
      let result = given;
      for (const key in given) {
        const entry = table[key];
        const part = given[key];
        const isKept = entry !== undefined && part !== null && part !== undefined;
        const converted = isKept ? entry.convert(part) : undefined;
        if (result === given && (!isKept || converted !== part || entry.name !== key)) result = membersBefore(given, key);
        if (isKept && result !== given) result[entry.name] = converted;
      }
      return result;
    };
  }

  #makeReader(index: number): Convert {
    const shape = this.#ir.shapes[index]!;
    if (shape.kind === 'list') return listReader(this.reader(shape.item), shape.sparse === 1);
    if (shape.kind === 'map') return mapReader(this.reader(shape.value), shape.sparse === 1);
    if (shape.raw) return asGiven;
    return this.structureReader(shape.members, shape.kind === 'union');
  }

  #makeWriter(index: number): Convert {
    const shape = this.#ir.shapes[index]!;
    if (shape.kind === 'list') {
      return listWriter(this.writer(shape.item));
    }
    if (shape.kind === 'map') return mapWriter(this.writer(shape.value));
    if (shape.raw) return asGiven;
    return this.structureWriter(shape.members);
  }
}

const asGiven: Convert = (value) => value;

function listReader(convert: Convert, sparse: boolean): Convert {
  return (value) => {
    if (!Array.isArray(value)) throw notContainer(value, 'list');
    const given = value as unknown[];
    let result = given;
    for (let i = 0; i < given.length; i++) {
      const item = given[i];
      const isKept = item !== null && item !== undefined;
      const converted = isKept ? convert(item) : null;
      if (result === given && (converted !== item || !(isKept || sparse))) result = given.slice(0, i);
      if (result !== given && (isKept || sparse)) result.push(converted);
    }
    return result;
  };
}

function listWriter(convert: Convert): Convert {
  return (value) => {
    const given = Array.isArray(value) ? (value as unknown[]) : [...(value as Iterable<unknown>)];
    let result = given;
    for (let i = 0; i < given.length; i++) {
      const item = given[i] ?? null;
      const converted = item === null ? null : convert(item);
      if (result === given && converted !== given[i]) result = given.slice(0, i);
      if (result !== given) result.push(converted);
    }
    return result;
  };
}

function mapReader(convert: Convert, sparse: boolean): Convert {
  return (value) => {
    if (!isPlain(value)) throw notContainer(value, 'map');
    const result = emptyMap();
    for (const key in value) {
      const part = value[key];
      if (part !== null && part !== undefined) result[key] = convert(part);
      else if (sparse) result[key] = null;
    }
    return result;
  };
}

function mapWriter(convert: Convert): Convert {
  return (value) => {
    if (value instanceof JsonText) return value;
    const given = value as Plain;
    const result = emptyMap();
    for (const key in given) {
      const part = given[key];
      if (part !== undefined && part !== null) result[key] = convert(part);
    }
    return result;
  };
}
