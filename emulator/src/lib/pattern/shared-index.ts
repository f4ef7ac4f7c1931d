// State that the indexes of all fields share.
import type { Condition } from './leaf-test.ts';
import type { Posting, Postings } from './postings.ts';
import type { TextPostings } from './text-postings.ts';

export interface SharedIndex {
  readonly postings: Postings;
  readonly texts: TextPostings;
  /** By id of exact value. */
  valuePostings: Int32Array<ArrayBuffer>;
  /** `from`: the array element around the leaf that led here, 0 (the default) for none. */
  visit(posting: Posting, from?: number): void;
  holds(condition: Condition): boolean;
}
