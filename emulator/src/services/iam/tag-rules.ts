// Rules for tags: keys are equal in any case, and the latest spelling wins.
import { unmodelled } from '#core/operation';
import { isReservedTagKey, mergeTags, readTags, sendTags, withoutTags } from '#core/tags';
import { fault } from '#model/iam';
import type { Tag } from './state.ts';

const MAX_TAGS = 50;
const inAnyCase = (key: string): string => key.toLowerCase();

export function checkTags(tags: readonly Tag[]): readonly Tag[] {
  const keys = tags.map(({ Key }) => inAnyCase(Key));
  if (new Set(keys).size < keys.length)
    throw fault('InvalidInputException', 'Duplicate tag keys found. Please note that Tag keys are case insensitive.');
  if (keys.some(isReservedTagKey)) throw unmodelled('ValidationError', 'aws: prefixed tag key names are not allowed for external use.');
  return tags.map(({ Key, Value }) => ({ Key, Value }));
}

export function addTags(present: readonly Tag[], added: readonly Tag[]): Tag[] {
  const merged = mergeTags(readTags(present), readTags(checkTags(added)), inAnyCase);
  if (merged.length > MAX_TAGS) throw fault('LimitExceededException', `The number of tags has reached the maximum limit.`);
  return sendTags(merged);
}

export const removeTags = (present: readonly Tag[], keys: readonly string[]): Tag[] =>
  sendTags(withoutTags(readTags(present), keys, inAnyCase));

/** Answers have `Tags` only if there are any. */
export const shownTags = (tags: readonly Tag[]): { Tags?: readonly Tag[] } => (tags.length > 0 ? { Tags: tags } : {});
