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

  keys(span: Span): string[] {
    const found: string[] = [];
    this.tree.walk(span, (text) => found.push(text));
    return found;
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
    const merge = new Merge(this.#changes(span), span, visit);
    if (merge.isOver) return;
    this.#disk.walk(this.#prefix, merge.span, (text, bytes) => merge.take(text, () => this.#revive(text, bytes)));
    merge.end();
  }

  keys(span: Span): string[] {
    const found: string[] = [];
    const merge = new Merge(this.#changes(span), { ...span, until: undefined }, (text) => found.push(text));
    for (const text of merge.isOver ? [] : this.#disk.keys(this.#prefix, merge.span)) if (merge.take(text, () => NO_VALUE)) break;
    merge.end();
    return found;
  }

  count(span: Span): number {
    const hasChanges = this.#changes({ ...span, limit: 1 }).length > 0;
    return hasChanges || span.limit !== Number.POSITIVE_INFINITY ? this.keys(span).length : this.#disk.count(this.#prefix, span);
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
    if (this.#unsettled.size > 0)
      this.#unsettled.walk({ ...span, limit: Number.POSITIVE_INFINITY, until: undefined }, (_, change) => changes.push(change));
    return changes;
  }
}

const NO_VALUE = {};

/** Visits what is stored and what is changed as one ordered run; a change hides the stored record of the same key. */
class Merge {
  /** The span that is read from the disk: each change may hide one stored record, hence as many more. */
  readonly span: Span;
  readonly #changes: readonly Change[];
  readonly #limit: number;
  readonly #visit: Visit<unknown>;
  #next = 0;
  #found = 0;
  #isOver: boolean;

  constructor(changes: readonly Change[], span: Span, visit: Visit<unknown>) {
    this.#changes = changes;
    this.#limit = span.limit;
    this.#visit = visit;
    this.span = { ...span, limit: span.limit + changes.length };
    this.#isOver = span.limit <= 0 || span.low >= span.high;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Visits the next stored record behind the changes before it. True where no more are wanted. */
  take(text: string, value: () => unknown): boolean {
    const { reverse } = this.span;
    for (let change = this.#changes[this.#next]; change && !this.#isOver; change = this.#changes[this.#next]) {
      if (reverse ? change.text < text : change.text > text) break;
      this.#next++;
      this.#show(change.text, change.value);
      if (change.text === text) return this.#isOver;
    }
    if (!this.#isOver) this.#show(text, value());
    return this.#isOver;
  }

  /** Visits the changes behind all that is stored. */
  end(): void {
    for (const { text, value } of this.#changes.slice(this.#next)) {
      if (this.#isOver) return;
      this.#show(text, value);
    }
  }

  #show(text: string, value: unknown): void {
    if (value === undefined) return;
    this.#visit(text, value);
    this.#isOver = ++this.#found >= this.#limit || this.span.until?.(value) === true;
  }
}
