// The records of one partition (collection, account, region): all of them in memory, or on disk with uncommitted changes in memory.

import type { Change, Pages } from './change.ts';
import type { Disk } from './disk.ts';
import { type Span, Tree, type Visit } from './tree.ts';

/** Everything in memory: memory is the truth and the disk follows. */
export class HotPages implements Pages {
  tree: Tree<unknown>;

  constructor(entries: Iterable<readonly [string, unknown]> = []) {
    this.tree = new Tree(entries);
  }

  get(text: string): unknown {
    return this.tree.get(text);
  }

  walk(span: Span, visit: Visit<unknown>): void {
    this.tree.walk(span, visit);
  }

  count(span: Span): number {
    let count = 0;
    this.tree.walk(span, () => count++);
    return count;
  }

  apply(change: Change): void {
    change.before = this.#set(change.text, change.value);
  }

  undo(change: Change): void {
    this.#set(change.text, change.before);
  }

  settle(): void {}

  #set(text: string, value: unknown): unknown {
    return value === undefined ? this.tree.delete(text) : this.tree.set(text, value);
  }
}

/** The disk is the truth; memory holds the changes it does not have yet, and reads merge the two. */
export class BulkPages implements Pages {
  readonly #disk: Disk;
  readonly #prefix: string;
  readonly #revive: (text: string, bytes: Buffer) => unknown;
  readonly #unsettled = new Tree<Change>();

  constructor(disk: Disk, prefix: string, revive: (text: string, bytes: Buffer) => unknown) {
    this.#disk = disk;
    this.#prefix = prefix;
    this.#revive = revive;
  }

  get(text: string): unknown {
    const change = this.#unsettled.size > 0 ? this.#unsettled.get(text) : undefined;
    if (change) return change.value;
    const bytes = this.#disk.get(this.#prefix + text);
    return bytes && this.#revive(text, bytes);
  }

  walk(span: Span, visit: Visit<unknown>): void {
    const changes = this.#changes(span);
    // Each change may hide one stored record, hence as many more.
    const stored = this.#disk.entries(this.#prefix, { ...span, limit: span.limit + changes.length });
    merge(changes, stored, span, ([text, bytes], change) => visit(text, change ? change.value : this.#revive(text, bytes as Buffer)));
  }

  count(span: Span): number {
    const changes = this.#changes(span);
    if (changes.length === 0 && span.limit === Number.POSITIVE_INFINITY) return this.#disk.count(this.#prefix, span);
    const stored = this.#disk.keys(this.#prefix, { ...span, limit: span.limit + changes.length });
    let count = 0;
    merge(
      changes,
      stored.map((text) => [text, undefined]),
      span,
      () => count++,
    );
    return count;
  }

  apply(change: Change): void {
    change.before = this.#unsettled.get(change.text);
    this.#unsettled.set(change.text, change);
  }

  undo(change: Change): void {
    if (change.before === undefined) this.#unsettled.delete(change.text);
    else this.#unsettled.set(change.text, change.before as Change);
  }

  /** From now on the disk answers, unless the record was written again since. */
  settle(change: Change): void {
    if (this.#unsettled.get(change.text) === change) this.#unsettled.delete(change.text);
  }

  #changes(span: Span): Change[] {
    const changes: Change[] = [];
    if (this.#unsettled.size > 0) this.#unsettled.walk({ ...span, limit: Number.POSITIVE_INFINITY }, (_, change) => changes.push(change));
    return changes;
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1);

type Stored = readonly [text: string, bytes: Buffer | undefined];

/** Walks what is stored and what is changed as one ordered run; a change hides the stored record of the same key. */
function merge(
  changes: Change[],
  stored: Stored[],
  { limit, reverse }: Span,
  visit: (entry: Stored, change: Change | undefined) => void,
): void {
  const direction = reverse ? -1 : 1;
  let [nextChange, nextStored, found] = [0, 0, 0];
  while (found < limit) {
    const change = changes[nextChange];
    const entry = stored[nextStored];
    if (!change && !entry) return;
    const side = !entry ? -1 : !change ? 1 : order(change.text, entry[0]) * direction;
    if (side >= 0) nextStored++;
    if (side > 0) {
      visit(entry as Stored, undefined);
      found++;
    } else {
      nextChange++;
      if (change?.value === undefined) continue;
      visit([change.text, undefined], change);
      found++;
    }
  }
}
