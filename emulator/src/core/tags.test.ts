// Merging and removing tags.
import { describe, expect, it } from 'vitest';
import { isReservedTagKey, mergeTags, tagRecord, tagsOf, withoutTags } from './tags.ts';

const before = tagsOf({ Team: 'shop', stage: 'dev' });
const lower = (key: string) => key.toLowerCase();

describe('tags that are added', () => {
  it('change values in place and come last where the key is new', () => {
    expect(mergeTags(before, tagsOf({ owner: 'ann', Team: 'bikes' }))).toEqual([
      { key: 'Team', value: 'bikes' },
      { key: 'stage', value: 'dev' },
      { key: 'owner', value: 'ann' },
    ]);
  });
  it('take the later spelling where keys are equal in any case', () => {
    expect(tagRecord(mergeTags(before, tagsOf({ TEAM: 'bikes' }), lower))).toEqual({ TEAM: 'bikes', stage: 'dev' });
    expect(tagRecord(mergeTags(before, tagsOf({ TEAM: 'bikes' })))).toEqual({ Team: 'shop', stage: 'dev', TEAM: 'bikes' });
  });
  it('may have names that every object has', () => {
    expect(tagRecord(mergeTags([], [{ key: 'constructor', value: 'a' }]))).toEqual({ constructor: 'a' });
  });
});

it('tags are removed by their keys', () => {
  expect(withoutTags(before, ['team', 'other'])).toEqual(before);
  expect(tagRecord(withoutTags(before, ['team', 'other'], lower))).toEqual({ stage: 'dev' });
});

it('the keys of the cloud itself begin with aws:, in any case', () => {
  expect(['aws:x', 'AWS:x', 'awsx', 'x-aws:'].map(isReservedTagKey)).toEqual([true, true, false, false]);
});
