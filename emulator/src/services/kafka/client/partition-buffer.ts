// Records of a partition that were fetched and are not processed yet. Records may be read again until they are committed.
import type { KafkaRecord } from '#lib/kafka/batches/record-batch';

/** More are not fetched before some of these are read. */
const MAX_UNREAD = 10_000;
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

export class PartitionBuffer {
  /** The offset with which the reader begins. */
  readonly start: number;
  /** The offset that is fetched next. */
  fetchFrom: number;
  #records: KafkaRecord[] = [];
  #readTo: number;

  constructor(start: number) {
    this.start = start;
    this.fetchFrom = start;
    this.#readTo = start;
  }

  /** Records of a fetch may begin before the offset that was asked for, because batches come whole. */
  add(records: readonly KafkaRecord[], end: number): void {
    for (const record of records) if (record.offset >= this.fetchFrom) this.#records.push(record);
    this.fetchFrom = Math.max(this.fetchFrom, end);
  }

  get hasRoom(): boolean {
    const unread = this.#records.slice(this.#indexOf(this.#readTo));
    return unread.length < MAX_UNREAD && unread.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) < MAX_UNREAD_BYTES;
  }

  /** Up to `most` records from the offset on, and the offset to go on from. */
  read(from: number, most: number): { readonly records: readonly KafkaRecord[]; readonly next: number } {
    const first = this.#indexOf(from);
    const records = this.#records.slice(first, first + most);
    const isAll = first + records.length === this.#records.length;
    const next = isAll ? Math.max(from, this.fetchFrom) : records.at(-1)!.offset + 1;
    this.#readTo = Math.max(this.#readTo, next);
    return { records, next };
  }

  /** Everything before the offset is processed. */
  forget(before: number): void {
    this.#records = this.#records.slice(this.#indexOf(before));
  }

  /** The index of the first record that has the offset, or a later one. */
  #indexOf(offset: number): number {
    let [low, high] = [0, this.#records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#records[middle]!.offset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
