// Rules for tags: keys are equal in any case, and the latest spelling wins.
import { unmodelled } from '#core/operation';
import { fault } from '#model/iam';
import type { Tag } from './state.ts';

const MAX_TAGS = 50;

export function checkTags(tags: readonly Tag[]): readonly Tag[] {
  const keys = tags.map(({ Key }) => Key.toLowerCase());
  if (new Set(keys).size < keys.length)
    throw fault('InvalidInputException', 'Duplicate tag keys found. Please note that Tag keys are case insensitive.');
  if (keys.some((key) => key.startsWith('aws:')))
    throw unmodelled('ValidationError', 'aws: prefixed tag key names are not allowed for external use.');
  return tags.map(({ Key, Value }) => ({ Key, Value }));
}

export function addTags(present: readonly Tag[], added: readonly Tag[]): Tag[] {
  checkTags(added);
  const merged = new Map([...present, ...added].map((tag) => [tag.Key.toLowerCase(), { Key: tag.Key, Value: tag.Value }]));
  if (merged.size > MAX_TAGS) throw fault('LimitExceededException', `The number of tags has reached the maximum limit.`);
  return [...merged.values()];
}

export function removeTags(present: readonly Tag[], keys: readonly string[]): Tag[] {
  const removed = new Set(keys.map((key) => key.toLowerCase()));
  return present.filter(({ Key }) => !removed.has(Key.toLowerCase()));
}

/** Answers have `Tags` only if there are any. */
export const shownTags = (tags: readonly Tag[]): { Tags?: readonly Tag[] } => (tags.length > 0 ? { Tags: tags } : {});
