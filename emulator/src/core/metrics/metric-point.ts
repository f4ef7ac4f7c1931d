// The values of one metric in one span of time: their statistics, and each value with how often it came, from which percentiles are computed.

export interface MetricPoint {
  /** How many values; reported counts may be fractions. */
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Value, how often, value, how often, …: absent where all values are the same, and where a client reported statistics alone. */
  readonly values?: readonly number[] | undefined;
}

/** More different values than this are put into buckets whose width is 1 % of their values. */
const MAX_EXACT_VALUES = 1000;
const BUCKET = Math.log(1.01);

/** Collects values of one span of time. A class, because services count with it on their hot paths. */
export class Tally {
  count = 0;
  sum = 0;
  minimum = Number.POSITIVE_INFINITY;
  maximum = Number.NEGATIVE_INFINITY;
  /** Undefined while all values are the same. */
  #values: Map<number, number> | undefined;
  #isKnown = true;
  #isCoarse = false;

  add(value: number, times = 1): void {
    if (this.#values) this.#note(value, times);
    else if (this.count > 0 && value !== this.minimum && this.#isKnown) {
      this.#values = new Map([[this.minimum, this.count]]);
      this.#note(value, times);
    }
    this.count += times;
    this.sum += value * times;
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
  }

  merge(point: MetricPoint): void {
    const { values, minimum, maximum } = point;
    if (values) for (let at = 0; at < values.length; at += 2) this.add(values[at]!, values[at + 1]);
    else if (minimum === maximum) {
      // The reported sum is kept, even where it is not value times count.
      const { sum } = this;
      this.add(minimum, point.count);
      this.sum = sum + point.sum;
    } else this.#addStatistics(point);
  }

  point(): MetricPoint {
    const { count, sum, minimum, maximum } = this;
    const values = this.#isKnown && this.#values ? [...this.#values].flat() : undefined;
    return values ? { count, sum, minimum, maximum, values } : { count, sum, minimum, maximum };
  }

  /** After statistics whose values are unknown, no percentile of the span is known either. */
  #addStatistics({ count, sum, minimum, maximum }: MetricPoint): void {
    this.#isKnown = false;
    this.#values = undefined;
    this.count += count;
    this.sum += sum;
    this.minimum = Math.min(this.minimum, minimum);
    this.maximum = Math.max(this.maximum, maximum);
  }

  #note(value: number, times: number): void {
    const values = this.#values!;
    const key = this.#isCoarse ? coarse(value) : value;
    values.set(key, (values.get(key) ?? 0) + times);
    if (this.#isCoarse || values.size <= MAX_EXACT_VALUES) return;
    this.#isCoarse = true;
    const exact = [...values];
    values.clear();
    for (const [each, often] of exact) this.#note(each, often);
  }
}

/** The middle of the value's bucket. */
const coarse = (value: number): number =>
  value === 0 ? 0 : Math.sign(value) * Math.exp((Math.floor(Math.log(Math.abs(value)) / BUCKET) + 0.5) * BUCKET);

/** `pointOf` for one value, without a tally. */
export const pointOfOne = (value: number): MetricPoint => ({ count: 1, sum: value, minimum: value, maximum: value });

export function pointOf(values: readonly number[], counts?: readonly number[]): MetricPoint {
  const tally = new Tally();
  for (const [at, value] of values.entries()) tally.add(value, counts?.[at] ?? 1);
  return tally.point();
}
