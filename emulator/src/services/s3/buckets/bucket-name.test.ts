import { describe, expect, it } from 'vitest';
import { isDirectoryBucket, validBucketName } from './bucket-name.ts';

describe('bucket names', () => {
  it.each(['abc', 'my-bucket', 'my.bucket', '0-9', 'a'.repeat(63)])('takes %s', (name) => expect(validBucketName(name)).toBe(true));
  it.each(['ab', 'a'.repeat(64), 'A-b', 'a_b', '-ab', 'ab-', 'a..b', '192.168.1.1', 'xn--abc', 'abc-s3alias', ''])('refuses %s', (name) =>
    expect(validBucketName(name)).toBe(false),
  );
  it('knows directory buckets', () => expect(isDirectoryBucket('x--usw2-az1--x-s3')).toBe(true));
});
