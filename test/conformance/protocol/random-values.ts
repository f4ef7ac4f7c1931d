// Random values of any shape of a model, from a seed: the same in every run.
import type { MemberTraits, Ref, ServiceIR, SimpleKind } from '#protocol/ir';

const TEXTS = [
  'a',
  'hello world',
  'x&y=z',
  'ünï/côde',
  'a+b',
  '<tag attr="1">',
  'semi;colon',
  'a.b.1',
  'A-b_C',
  '%41',
  'trail ',
  'two\nlines',
];
/** Texts that come through a header or a path unchanged. */
const PLAIN_TEXTS = ['a', 'hello world', 'x&y=z', 'A-b_C', 'semi;colon', 'a.b.1'];
const KEYS = ['k', 'k.1', 'x y', 'K&'];

export class RandomValues {
  #state: number;
  readonly #ir: ServiceIR;

  /** Whole numbers only, for a witness that knows which members are integers. */
  readonly #whole: boolean;

  constructor(ir: ServiceIR, seed: number, whole = false) {
    this.#ir = ir;
    this.#whole = whole;
    this.#state = seed;
  }

  #next(): number {
    this.#state = (Math.imul(this.#state, 1103515245) + 12345) & 0x7fffffff;
    return this.#state / 0x7fffffff;
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #moment(withMs: boolean): Date {
    return new Date((1_600_000_000 + this.#below(100_000_000)) * 1000 + (withMs ? this.#below(1000) : 0));
  }

  #scalar(kind: SimpleKind, traits: MemberTraits): unknown {
    const bound = traits.header !== undefined || traits.prefixHeaders !== undefined;
    switch (kind) {
      case 'string':
        if (traits.constraint?.enum) return this.#pick(this.#ir.enums[traits.constraint.enum]!);
        return bound || traits.label ? this.#pick(PLAIN_TEXTS) : this.#pick(TEXTS);
      case 'number':
        return traits.statusCode ? 200 + this.#below(3) : this.#below(100_000) + (this.#next() < 0.3 && !this.#whole ? 0.5 : 0);
      case 'boolean':
        return this.#next() < 0.5;
      case 'blob':
      case 'stream':
        return new Uint8Array(Buffer.from(`bytes\u0000\u00ff${this.#below(1000)}`, 'latin1'));
      case 'document':
        return { a: [1, 'x', { b: true }] };
      default:
        return this.#moment(!bound && traits.query === undefined && kind !== 'http-date' && kind !== 'epoch-seconds');
    }
  }

  /** `depth` is how much deeper it may go; what is required is always there. */
  value(ref: Ref, depth: number, traits: MemberTraits = {}): unknown {
    if (typeof ref !== 'number') return this.#scalar(ref, traits);
    const shape = this.#ir.shapes[ref]!;
    const inner: MemberTraits = traits.header !== undefined || traits.prefixHeaders !== undefined ? { header: 'x' } : {};
    if (shape.kind === 'list')
      return depth <= 0 ? [] : Array.from({ length: 1 + this.#below(3) }, () => this.value(shape.item, depth - 1, inner));
    if (shape.kind === 'map') {
      const key = (index: number): string => (traits.prefixHeaders === undefined ? this.#pick(KEYS) : 'k') + index;
      const entries =
        depth <= 0 ? [] : Array.from({ length: 1 + this.#below(2) }, (_, index) => [key(index), this.value(shape.value, depth - 1, inner)]);
      return Object.fromEntries(entries);
    }
    if (shape.kind === 'union') return shape.eventStream ? this.#events(ref) : this.#union(ref, depth);
    return this.#structure(ref, depth);
  }

  #union(index: number, depth: number): unknown {
    const shape = this.#ir.shapes[index]!;
    if (!('members' in shape)) return undefined;
    // Raw values are compared as JSON has them, where bytes are texts.
    const known = shape.raw ? shape.members.filter(([name]) => !name.startsWith('B')) : shape.members;
    const flat = known.filter(([, ref]) => depth > 0 || typeof ref !== 'number');
    const [name, ref, traits] = this.#pick(flat.length > 0 ? flat : known);
    return { [name]: this.value(ref, depth - 1, traits) };
  }

  /** One of each event that is no error. */
  #events(index: number): unknown[] {
    const shape = this.#ir.shapes[index]!;
    if (!('members' in shape)) return [];
    const isError = (ref: Ref): boolean => typeof ref === 'number' && this.#ir.shapes[ref]!.kind === 'error';
    return shape.members.filter(([, ref]) => !isError(ref)).map(([name, ref]) => ({ [name]: this.value(ref, 2) }));
  }

  #isEventStream(ref: Ref): boolean {
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref] : undefined;
    return shape?.kind === 'union' && shape.eventStream === 1;
  }

  /** A scalar, or a collection of them. */
  #isShallow(ref: Ref): boolean {
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref]! : undefined;
    if (!shape) return true;
    return (shape.kind === 'list' && typeof shape.item !== 'number') || (shape.kind === 'map' && typeof shape.value !== 'number');
  }

  #structure(index: number, depth: number): Record<string, unknown> {
    const shape = this.#ir.shapes[index]!;
    const result: Record<string, unknown> = {};
    if (!('members' in shape)) return result;
    for (const [name, ref, traits = {}] of shape.members) {
      const needed =
        traits.required || traits.label || traits.payload || traits.statusCode || traits.idempotencyToken || this.#isEventStream(ref);
      if (depth < -2 || (!needed && this.#next() < 0.35)) continue;
      if (depth <= 0 && typeof ref === 'number' && !needed) continue;
      result[name] = this.value(ref, depth - 1, traits);
    }
    // No wire tells an empty structure from an absent one.
    const first = shape.members.find(([, ref]) => this.#isShallow(ref));
    if (Object.keys(result).length === 0 && first) result[first[0]] = this.value(first[1], 2, first[2]);
    return result;
  }
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A value in a form that can be compared: keys in order, bytes and dates as text; empty lists and maps count as absent, as on most wires. */
export function normalise(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `bytes:${Buffer.from(value).toString('base64')}`;
  if (Array.isArray(value)) return value.map(normalise).filter((item) => !isEmpty(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, normalise(part)] as const);
  return Object.fromEntries(
    entries.filter(([, part]) => part !== undefined && part !== null && !isEmpty(part)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
