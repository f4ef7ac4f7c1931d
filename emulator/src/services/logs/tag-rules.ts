// What may be a tag of a log group.
import { fault } from '#model/logs';
import { invalid } from './find.ts';
import type { Tags } from './state.ts';

const MOST_TAGS = 50;

export function checkTags(tags: Tags): Tags {
  if (Object.keys(tags).some((key) => /^aws:/i.test(key))) throw invalid('aws: prefixed tag key names are not allowed for external use.');
  return { ...tags };
}

export function addTags(present: Tags, added: Tags, resource: string): Tags {
  const merged = { ...present, ...checkTags(added) };
  if (Object.keys(merged).length > MOST_TAGS)
    throw fault('TooManyTagsException', `A resource can have no more than ${MOST_TAGS} tags.`, { resourceName: resource });
  return merged;
}

export function removeTags(present: Tags, keys: readonly string[]): Tags {
  return Object.fromEntries(Object.entries(present).filter(([key]) => !keys.includes(key)));
}
