import { expect, it } from 'vitest';
import { HOT_BUCKET, hotBucketOf, isHot } from './hot-marker.ts';

it('is the bucket that the environment names, else the usual one', () => {
  expect(hotBucketOf({})).toBe(HOT_BUCKET);
  expect(hotBucketOf({ BUCKET_MARKER_LOCAL: 'my-folders' })).toBe('my-folders');
});

it.each([
  [{ bucket: HOT_BUCKET, key: '/orders' }, HOT_BUCKET, true],
  [{ bucket: 'mine', key: '/orders' }, 'mine', true],
  [{ bucket: HOT_BUCKET, key: '/orders' }, 'mine', false],
  [{ bucket: '__local__', key: '/orders' }, 'mine', true],
  [{ bucket: '__local__', key: '/orders' }, '0', false],
  [{ bucket: '0', key: '/orders' }, '0', false],
  [{ bucket: HOT_BUCKET, key: undefined }, HOT_BUCKET, false],
])('%j with the marker %s: a folder is %s', (location, marker, expected) => expect(isHot(location, marker)).toBe(expected));
