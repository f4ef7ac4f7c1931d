// Rules for tags of log groups.
import { isReservedTagKey, mergeTags, tagsOf } from '#core/tags';
import { fault } from '#model/logs';
import { invalid } from './groups/find-group.ts';
import type { Tags } from './state.ts';

const MAX_TAGS = 50;

export type GivenTags = Readonly<Record<string, string>>;

export function checkTags(tags: GivenTags): Tags {
  if (Object.keys(tags).some(isReservedTagKey)) throw invalid('aws: prefixed tag key names are not allowed for external use.');
  return tagsOf(tags);
}

export function addTags(present: Tags, added: GivenTags, resource: string): Tags {
  const merged = mergeTags(present, checkTags(added));
  if (merged.length > MAX_TAGS)
    throw fault('TooManyTagsException', `A resource can have no more than ${MAX_TAGS} tags.`, { resourceName: resource });
  return merged;
}
