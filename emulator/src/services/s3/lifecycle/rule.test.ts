import { expect, it } from 'vitest';
import { abortAction, concerns, currentExpiry, currentTransitions, DAY_MS, noncurrentExpiry, type Rule } from './rule.ts';

const rule = (more: Partial<Rule>): Rule => ({ Status: 'Enabled', ID: 'r', ...more }) as Rule;
const subject = { key: 'logs/a', sizeBytes: 100, tags: [{ Key: 'k', Value: 'v' }] };
const NOON = 20_000 * DAY_MS + DAY_MS / 2;

it.each<[Partial<Rule>, boolean]>([
  [{}, true],
  [{ Status: 'Disabled' }, false],
  [{ Prefix: 'logs/' }, true],
  [{ Prefix: 'data/' }, false],
  [{ Filter: { Prefix: 'logs/' } }, true],
  [{ Filter: { Tag: { Key: 'k', Value: 'v' } } }, true],
  [{ Filter: { Tag: { Key: 'k', Value: 'w' } } }, false],
  [{ Filter: { ObjectSizeGreaterThan: 99 } }, true],
  [{ Filter: { ObjectSizeGreaterThan: 100 } }, false],
  [{ Filter: { ObjectSizeLessThan: 100 } }, false],
  [{ Filter: { And: { Prefix: 'logs/', Tags: [{ Key: 'k', Value: 'v' }], ObjectSizeLessThan: 101 } } }, true],
  [{ Filter: { And: { Prefix: 'data/', Tags: [{ Key: 'k', Value: 'v' }] } } }, false],
])('%j → %s', (given, concerned) => expect(concerns(rule(given), subject)).toBe(concerned));

it('acts at the midnight that follows', () => {
  const action = currentExpiry([rule({ Expiration: { Days: 3 } })], subject, NOON);
  expect(action?.atMs).toBe(20_004 * DAY_MS);
});

it('takes the earliest rule', () => {
  const rules = [rule({ ID: 'late', Expiration: { Days: 3 } }), rule({ ID: 'early', Expiration: { Days: 1 } })];
  expect(currentExpiry(rules, subject, NOON)?.rule.ID).toBe('early');
});

it('keeps the newest superseded versions', () => {
  const rules = [rule({ NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 2 } })];
  expect(noncurrentExpiry(rules, subject, NOON, 1)).toBeUndefined();
  expect(noncurrentExpiry(rules, subject, NOON, 2)?.atMs).toBe(20_002 * DAY_MS);
});

it('orders transitions', () => {
  const rules = [
    rule({
      Transitions: [
        { Days: 90, StorageClass: 'GLACIER' },
        { Days: 30, StorageClass: 'STANDARD_IA' },
      ],
    }),
  ];
  expect(currentTransitions(rules, subject, NOON).map(({ storageClass }) => storageClass)).toEqual(['STANDARD_IA', 'GLACIER']);
});

it('aborts uploads by prefix alone', () => {
  const rules = [rule({ Prefix: 'logs/', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } })];
  expect(abortAction(rules, 'logs/x', NOON)?.atMs).toBe(20_002 * DAY_MS);
  expect(abortAction(rules, 'data/x', NOON)).toBeUndefined();
});
