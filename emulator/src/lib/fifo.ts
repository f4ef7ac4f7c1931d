// A first-in, first-out queue. Taking from the front costs the same however many values wait; `Array.shift` moves them all.

export class Fifo<T> {
  #values: T[] = [];
  /** Where the first value is; those before it have been taken. */
  #head = 0;

  get size(): number {
    return this.#values.length - this.#head;
  }
  push(value: T): void {
    this.#values.push(value);
  }
  /** The first value; undefined when the queue is empty. */
  peek(): T | undefined {
    return this.#values[this.#head];
  }
  /** Removes and returns the first value. */
  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const value = this.#values[this.#head++];
    // Compacts only once half of the array has been taken, so that each value is moved once on average.
    if (this.#head * 2 >= this.#values.length) {
      this.#values = this.#values.slice(this.#head);
      this.#head = 0;
    }
    return value;
  }
  clear(): void {
    this.#values = [];
    this.#head = 0;
  }
}
