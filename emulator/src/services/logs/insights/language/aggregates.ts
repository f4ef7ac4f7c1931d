// The functions of `stats`: each gathers the values of one group. Pure.
import { Tally } from '#core/metrics/metric-point';
import { table } from '#lib/table';
import type { Allowance } from './allowance.ts';
import type { Row } from './row.ts';
import { compare, numberOf, sortOrder, textOf } from './values.ts';

export interface Aggregate {
  /** `value`: never absent. */
  add(value: unknown, row: Row): void;
  result(): unknown;
}

/** More values than this are put into buckets 1 % wide. */
const MAX_EXACT = 100_000;

class Percentile implements Aggregate {
  readonly #percent: number;
  readonly #allowance: Allowance;
  #exact: number[] = [];
  #coarse: Tally | undefined;

  constructor(percent: number, allowance: Allowance) {
    this.#percent = percent;
    this.#allowance = allowance;
  }

  add(value: unknown): void {
    const number = numberOf(value);
    if (Number.isNaN(number)) return;
    if (this.#coarse) this.#coarse.add(number);
    else if (this.#exact.length < MAX_EXACT) {
      this.#allowance.take(1);
      this.#exact.push(number);
    } else {
      this.#coarse = new Tally();
      for (const each of this.#exact) this.#coarse.add(each);
      this.#coarse.add(number);
      this.#exact = [];
    }
  }

  /** The smallest value that is not below the given share of the values. */
  result(): number | undefined {
    if (this.#coarse) return rankIn(this.#coarse, this.#percent);
    const sorted = Float64Array.from(this.#exact).sort();
    return sorted[Math.max(0, Math.ceil((this.#percent / 100) * sorted.length) - 1)];
  }
}

function rankIn(tally: Tally, percent: number): number {
  const { values = [tally.minimum, tally.count], count } = tally.point();
  const pairs = Array.from({ length: values.length / 2 }, (_, at) => [values[2 * at]!, values[2 * at + 1]!] as const);
  let left = Math.max(1, Math.ceil((percent / 100) * count));
  for (const [value, often] of pairs.sort(([a], [b]) => a - b)) {
    left -= often;
    if (left <= 0) return value;
  }
  return tally.maximum;
}

/** By Welford's method; of the whole, not of a sample. */
class Deviation implements Aggregate {
  #count = 0;
  #mean = 0;
  #squares = 0;
  add(value: unknown): void {
    const number = numberOf(value);
    if (Number.isNaN(number)) return;
    this.#count++;
    const off = number - this.#mean;
    this.#mean += off / this.#count;
    this.#squares += off * (number - this.#mean);
  }
  result(): number | undefined {
    return this.#count === 0 ? undefined : Math.sqrt(this.#squares / this.#count);
  }
}

class Sum implements Aggregate {
  count = 0;
  #sum = 0;
  add(value: unknown): void {
    const number = numberOf(value);
    if (Number.isNaN(number)) return;
    this.count++;
    this.#sum += number;
  }
  result(): number | undefined {
    return this.count === 0 ? undefined : this.#sum;
  }
}

class Average extends Sum {
  override result(): number | undefined {
    const sum = super.result();
    return sum === undefined ? undefined : sum / this.count;
  }
}

class Count implements Aggregate {
  #count = 0;
  add(): void {
    this.#count++;
  }
  result(): number {
    return this.#count;
  }
}

class DistinctCount implements Aggregate {
  readonly #seen = new Set<unknown>();
  readonly #allowance: Allowance;
  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }
  add(value: unknown): void {
    const text = textOf(value);
    if (this.#seen.has(text)) return;
    this.#allowance.takeText(text);
    this.#seen.add(text);
  }
  result(): number {
    return this.#seen.size;
  }
}

/** Keeps the value that comes first by some order. */
class First implements Aggregate {
  #key: unknown;
  #value: unknown;
  readonly #isBefore: (key: unknown, other: unknown) => boolean;
  readonly #keyOf: (value: unknown, row: Row) => unknown;
  constructor(isBefore: (key: unknown, other: unknown) => boolean, keyOf: (value: unknown, row: Row) => unknown = (value) => value) {
    this.#isBefore = isBefore;
    this.#keyOf = keyOf;
  }
  add(value: unknown, row: Row): void {
    const key = this.#keyOf(value, row);
    if (this.#value !== undefined && !this.#isBefore(key, this.#key)) return;
    this.#key = key;
    this.#value = value;
  }
  result(): unknown {
    return this.#value;
  }
}

const timeOf = (_: unknown, { event }: Row): number => event?.timestampMs ?? 0;

interface AggregateKind {
  /** Arguments, the field among them; `count` takes none, `*` or one. */
  readonly args: 1 | 2;
  /** `percent`: the second argument. */
  readonly make: (allowance: Allowance, percent: number) => Aggregate;
}

export const AGGREGATES: Readonly<Record<string, AggregateKind>> = table<AggregateKind>({
  count: { args: 1, make: () => new Count() },
  sum: { args: 1, make: () => new Sum() },
  avg: { args: 1, make: () => new Average() },
  stddev: { args: 1, make: () => new Deviation() },
  count_distinct: { args: 1, make: (allowance) => new DistinctCount(allowance) },
  min: { args: 1, make: () => new First((a, b) => compare(a, b) < 0) },
  max: { args: 1, make: () => new First((a, b) => compare(a, b) > 0) },
  sortsfirst: { args: 1, make: () => new First((a, b) => sortOrder(a, b) < 0) },
  sortslast: { args: 1, make: () => new First((a, b) => sortOrder(a, b) > 0) },
  earliest: { args: 1, make: () => new First((a, b) => (a as number) <= (b as number), timeOf) },
  latest: { args: 1, make: () => new First((a, b) => (a as number) > (b as number), timeOf) },
  median: { args: 1, make: (allowance) => new Percentile(50, allowance) },
  pct: { args: 2, make: (allowance, percent) => new Percentile(percent, allowance) },
  percentile: { args: 2, make: (allowance, percent) => new Percentile(percent, allowance) },
});
