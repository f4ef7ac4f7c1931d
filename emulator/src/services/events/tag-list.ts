// Tags of buses and rules: how many there may be.
import type { Frozen } from '#core/records';
import { mergeTags, readTags, sendTags } from '#core/tags';
import type { Tag } from '#model/events';
import { invalid } from './faults.ts';
import type { Tags } from './state.ts';

const MAX_TAGS = 50;

/** @throws ValidationException if there are too many. */
export function addTags(before: Frozen<Tags>, added: readonly Tag[]): Tags {
  const tags = mergeTags(readTags(before), readTags(added));
  if (tags.length > MAX_TAGS) throw invalid(`Too many tags: a resource has at most ${MAX_TAGS}.`);
  return sendTags(tags);
}
