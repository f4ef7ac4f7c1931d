// Rules for tags of log groups.
import { fault } from '#model/logs';
import { invalid } from './groups/find-group.ts';
import type { Tags } from './state.ts';

const MAX_TAGS = 50;

export type GivenTags = Readonly<Record<string, string>>;

export function checkTags(tags: GivenTags): Tags {
  if (Object.keys(tags).some((key) => /^aws:/i.test(key))) throw invalid('aws: prefixed tag key names are not allowed for external use.');
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

export function addTags(present: Tags, added: GivenTags, resource: string): Tags {
  const merged = [...new Map([...present, ...checkTags(added)].map((tag) => [tag.key, tag])).values()];
  if (merged.length > MAX_TAGS)
    throw fault('TooManyTagsException', `A resource can have no more than ${MAX_TAGS} tags.`, { resourceName: resource });
  return merged;
}

export const removeTags = (present: Tags, keys: readonly string[]): Tags => present.filter(({ key }) => !keys.includes(key));

export const showTags = (tags: Tags): GivenTags => Object.fromEntries(tags.map(({ key, value }) => [key, value]));
