// Tags of groups: how many there may be.
import type { Frozen } from '#core/records';
import { mergeTags, readTags, sendTags } from '#core/tags';
import type { Tag } from '#model/scheduler';
import { invalid } from '#services/scheduler/faults';

const MAX_TAGS = 50;

/** @throws ValidationException if there are too many. */
export function addTags(before: Frozen<readonly Tag[]>, added: readonly Tag[]): Tag[] {
  const tags = mergeTags(readTags(before), readTags(added));
  if (tags.length > MAX_TAGS) throw invalid(`A schedule group can have at most ${MAX_TAGS} tags.`);
  return sendTags(tags);
}
