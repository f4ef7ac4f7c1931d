// Finds the intervals that hold a number: sorted by low end with the highest end of every half, plus a short unsorted tail of new ones.

const TAIL = 32;

export class IntervalIndex {
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  /** 1: low end open, 2: high end open. */
  readonly #open: number[] = [];
  readonly #ids = new Map<string, number>();
  #order = new Int32Array(0);
  #highest = new Float64Array(0);
  #built = 0;

  get size(): number {
    return this.#low.length;
  }

  /** The id of the interval, new or known. */
  add(low: number, high: number, lowOpen: boolean, highOpen: boolean): number {
    const open = (lowOpen ? 1 : 0) | (highOpen ? 2 : 0);
    const key = `${low},${high},${open}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#low.length;
    this.#ids.set(key, id);
    this.#low.push(low);
    this.#high.push(high);
    this.#open.push(open);
    return id;
  }

  has(id: number, value: number): boolean {
    const low = this.#low[id]!;
    const high = this.#high[id]!;
    const open = this.#open[id]!;
    return value >= low && value <= high && !((open & 1) !== 0 && value === low) && !((open & 2) !== 0 && value === high);
  }

  /** Puts the ids of the intervals that hold the value into `found`; returns how many. */
  find(value: number, found: number[]): number {
    const tail = this.size - this.#built;
    if (tail > TAIL && tail * 8 > this.#built) this.#build();
    let count = this.#walk(0, this.#built, value, found, 0);
    for (let id = this.#built; id < this.size; id++) if (this.has(id, value)) found[count++] = id;
    return count;
  }

  #walk(from: number, to: number, value: number, found: number[], already: number): number {
    let count = already;
    let start = from;
    while (start < to) {
      const middle = (start + to) >> 1;
      if (this.#highest[middle]! < value) return count;
      count = this.#walk(start, middle, value, found, count);
      const id = this.#order[middle]!;
      if (this.#low[id]! > value) return count;
      if (this.has(id, value)) found[count++] = id;
      start = middle + 1;
    }
    return count;
  }

  #build(): void {
    this.#built = this.size;
    this.#order = Int32Array.from(this.#low.keys()).sort((a, b) => this.#low[a]! - this.#low[b]!);
    this.#highest = new Float64Array(this.size);
    this.#highestOf(0, this.size);
  }

  /** The highest end in the half-open range, noted at its middle. */
  #highestOf(from: number, to: number): number {
    if (from >= to) return Number.NEGATIVE_INFINITY;
    const middle = (from + to) >> 1;
    const highest = Math.max(this.#high[this.#order[middle]!]!, this.#highestOf(from, middle), this.#highestOf(middle + 1, to));
    this.#highest[middle] = highest;
    return highest;
  }
}
