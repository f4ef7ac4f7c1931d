// A table from (split, value) to a posting, in one flat array: a lookup reads one line of memory, where a Map reads three.

/** Words per entry: split + 1 (0 marks a free entry), value, posting. */
const ENTRY = 3;

export class ValueRoutes {
  #entries = new Int32Array(64 * ENTRY);
  #mask = 63;
  #size = 0;

  /** The posting, 0 when there is none. */
  get(split: number, value: number): number {
    const entries = this.#entries;
    for (let slot = mixed(split, value) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * ENTRY;
      const owner = entries[at]!;
      if (owner === 0) return 0;
      if (owner === split + 1 && entries[at + 1] === value) return entries[at + 2]!;
    }
  }

  set(split: number, value: number, posting: number): void {
    if (this.#size * 2 >= this.#mask) this.#grow();
    if (this.#place(split + 1, value, posting)) this.#size++;
  }

  /** Whether the entry is new. */
  #place(owner: number, value: number, posting: number): boolean {
    const entries = this.#entries;
    for (let slot = mixed(owner - 1, value) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * ENTRY;
      const isNew = entries[at] === 0;
      if (!isNew && (entries[at] !== owner || entries[at + 1] !== value)) continue;
      entries[at] = owner;
      entries[at + 1] = value;
      entries[at + 2] = posting;
      return isNew;
    }
  }

  #grow(): void {
    const old = this.#entries;
    this.#mask = (this.#mask + 1) * 2 - 1;
    this.#entries = new Int32Array((this.#mask + 1) * ENTRY);
    for (let at = 0; at < old.length; at += ENTRY) if (old[at] !== 0) this.#place(old[at]!, old[at + 1]!, old[at + 2]!);
  }
}

function mixed(split: number, value: number): number {
  const hash = Math.imul(split + 1, 0x9e3779b1) ^ Math.imul(value + 1, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
