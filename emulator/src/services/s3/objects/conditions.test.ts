import { describe, expect, it } from 'vitest';
import { checkCopySource, checkWrite, failedRead } from './conditions.ts';

const there = { etag: 'abc', modifiedMs: 1_700_000_000_500 };
const NOW = 1_700_000_001_000;
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe('reads', () => {
  it.each([
    [{}, undefined],
    [{ ifMatch: '"abc"' }, undefined],
    [{ ifMatch: 'abc' }, undefined],
    [{ ifMatch: '"abc' }, undefined],
    [{ ifMatch: '*' }, undefined],
    [{ ifMatch: '"x", "abc"' }, undefined],
    [{ ifMatch: '"x"' }, 'If-Match'],
    [{ ifNoneMatch: '"abc"' }, 'not-modified'],
    [{ ifNoneMatch: '"x"' }, undefined],
    [{ ifModifiedSince: at(0) }, 'not-modified'],
    [{ ifModifiedSince: at(-1) }, undefined],
    [{ ifModifiedSince: at(2) }, undefined],
    [{ ifUnmodifiedSince: at(0) }, undefined],
    [{ ifUnmodifiedSince: at(-1) }, 'If-Unmodified-Since'],
    // a matching ETag overrides the date beside it
    [{ ifMatch: '"abc"', ifUnmodifiedSince: at(-1) }, undefined],
    [{ ifNoneMatch: '"x"', ifModifiedSince: at(0) }, undefined],
  ])('%j → %s', (conditions, failed) => expect(failedRead(there, conditions, NOW)).toBe(failed));
});

describe('writes', () => {
  it('goes on where nothing is there', () => expect(() => checkWrite('k', undefined, { ifNoneMatch: '*' })).not.toThrow());
  it('stops where something is', () => expect(() => checkWrite('k', there, { ifNoneMatch: '*' })).toThrow(/pre-conditions/));
  it('knows no other ETag than *', () => expect(() => checkWrite('k', there, { ifNoneMatch: '"abc"' })).toThrow(/not implemented/));
  it('finds nothing to match', () => expect(() => checkWrite('k', undefined, { ifMatch: '"abc"' })).toThrow(/does not exist/));
  it('matches', () => expect(() => checkWrite('k', there, { ifMatch: '"abc"' })).not.toThrow());
});

it('copies know no 304', () => expect(() => checkCopySource(there, { ifNoneMatch: 'abc' }, NOW)).toThrow(/pre-conditions/));
