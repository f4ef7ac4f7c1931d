// Merges lists of tags: an added tag replaces the one with the same key.
import type { Frozen } from '#core/records';
import type { Tag } from '#model/events';
import { invalid } from './faults.ts';
import type { Tags } from './state.ts';

const MAX_TAGS = 50;

/** @throws ValidationException if there are too many. */
export function mergeTags(before: Frozen<Tags>, added: readonly Tag[]): Tags {
  const values = new Map([...before, ...added].map(({ Key, Value }) => [Key, Value]));
  if (values.size > MAX_TAGS) throw invalid(`Too many tags: a resource has at most ${MAX_TAGS}.`);
  return [...values].map(([Key, Value]) => ({ Key, Value }));
}
