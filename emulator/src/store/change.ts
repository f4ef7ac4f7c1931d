// One change of a write, and the pages that it is made to.
import type { Span, Visit } from './tree.ts';

/** One record set or removed by a write; knows how to be undone. */
export interface Change {
  readonly pages: Pages;
  /** The partition's own part of the key on disk. */
  readonly prefix: string;
  readonly text: string;
  /** undefined: removed. */
  readonly value: unknown;
  /** As the disk will hold it; undefined for a removal and in ephemeral mode. */
  readonly bytes: Buffer | undefined;
  /** The value that `undo` puts back. */
  before: unknown;
  /** The previous change of the same write. */
  readonly previous: Change | undefined;
}

export interface Pages {
  get(text: string): unknown;
  walk(span: Span, visit: Visit<unknown>): void;
  /** The keys that `walk` would visit, without reading the values. */
  keys(span: Span): string[];
  count(span: Span): number;
  apply(change: Change): void;
  undo(change: Change): void;
  /** The change is on disk. */
  settle(change: Change): void;
}
