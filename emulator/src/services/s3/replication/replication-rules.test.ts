// Which rules of a replication concern a version.
import { expect, it } from 'vitest';
import type { Version } from '#services/s3/state';
import { rulesFor } from './replication-rules.ts';

const version = (algorithm: string, tags: object[] = []): Version =>
  ({ versionId: 'v', order: 'v', modifiedMs: 0, owner: '000000000000', object: { tags, encryption: { algorithm } } }) as never;
const MARKER = { versionId: 'v', order: 'v', modifiedMs: 0, owner: '000000000000' };
const rule = (ID: string, more: object) => ({ ID, Status: 'Enabled' as const, Destination: { Bucket: `arn:aws:s3:::${ID}` }, ...more });
const ids = (rules: object[], key: string, given: Version) =>
  rulesFor({ Role: 'r', Rules: rules as never }, key, given).map(({ ID }) => ID);

it('are those of its prefix and its tags', () => {
  const rules = [
    rule('all', { Filter: {} }),
    rule('tax', { Filter: { Prefix: 'tax/' } }),
    rule('old', { Prefix: 'tax/' }),
    rule('both', { Filter: { And: { Prefix: 'tax/', Tags: [{ Key: 'a', Value: 'b' }] } } }),
    rule('off', { Filter: {}, Status: 'Disabled' }),
  ];
  expect(ids(rules, 'tax/1', version('AES256', [{ Key: 'a', Value: 'b' }]))).toEqual(['all', 'tax', 'old', 'both']);
  expect(ids(rules, 'other', version('AES256'))).toEqual(['all']);
});

it('take delete markers where they say so, or have no filter', () => {
  const rules = [
    rule('silent', { Filter: {} }),
    rule('says', { Filter: {}, DeleteMarkerReplication: { Status: 'Enabled' } }),
    rule('tagged', { Filter: { Tag: { Key: 'a', Value: 'b' } }, DeleteMarkerReplication: { Status: 'Enabled' } }),
    rule('old', {}),
  ];
  expect(ids(rules, 'k', MARKER)).toEqual(['says', 'old']);
});

it('take objects under KMS keys only where they say so', () => {
  const SourceSelectionCriteria = { SseKmsEncryptedObjects: { Status: 'Enabled' } };
  expect(ids([rule('plain', { Filter: {} }), rule('kms', { Filter: {}, SourceSelectionCriteria })], 'k', version('aws:kms'))).toEqual([
    'kms',
  ]);
});

it('leave one rule to each destination, that of the highest priority', () => {
  const Destination = { Bucket: 'arn:aws:s3:::same' };
  expect(
    ids([rule('low', { Filter: {}, Priority: 1, Destination }), rule('high', { Filter: {}, Priority: 2, Destination })], 'k', MARKER),
  ).toEqual([]);
  expect(
    ids(
      [rule('low', { Filter: {}, Priority: 1, Destination }), rule('high', { Filter: {}, Priority: 2, Destination })],
      'k',
      version('AES256'),
    ),
  ).toEqual(['high']);
});
