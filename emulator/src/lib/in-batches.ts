// Items in batches, in their order, as large as a request may be.

export interface MaxBatch {
  readonly bytes: number;
  /** Items of a batch; by default any number. */
  readonly count?: number;
}

/** A batch has at least one item, however large that is. */
export function inBatches<T>(
  items: readonly T[],
  bytesOf: (item: T) => number,
  { bytes: most, count = Number.POSITIVE_INFINITY }: MaxBatch,
): T[][] {
  const batches: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const size = bytesOf(item);
    if (bytes + size > most || batches.at(-1)!.length === count) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(item);
    bytes += size;
  }
  return batches;
}
