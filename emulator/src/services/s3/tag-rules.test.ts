import { describe, expect, it } from 'vitest';
import { checkTags, tagsFromHeader } from './tag-rules.ts';

const tag = (Key: string, Value = 'v') => ({ Key, Value });

describe('tags', () => {
  it('come in a header', () => expect(tagsFromHeader('a=1&b+c=%C3%BC&d=')).toEqual([tag('a', '1'), tag('b c', 'ü'), tag('d', '')]));
  it('may be absent', () => expect(tagsFromHeader(undefined)).toEqual([]));
  it('have a key once', () => expect(() => tagsFromHeader('a=1&a=2')).toThrow('x-amz-tagging'));
  it.each([
    [[tag('')], 'TagKey'],
    [[tag('k'.repeat(129))], 'TagKey'],
    [[tag('k', 'v'.repeat(257))], 'TagValue'],
    [[tag('k', '<')], 'TagValue'],
    [[tag('aws:k')], 'Your TagKey cannot be prefixed with aws:'],
    [[tag('k'), tag('k')], 'same key'],
    [Array.from({ length: 11 }, (_, i) => tag(`k${i}`)), 'greater than 10'],
  ])('%#: %s', (tags, message) => expect(() => checkTags(tags, 10)).toThrow(message));
});
