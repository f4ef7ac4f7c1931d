import { expect, it } from 'vitest';
import { kindsNamed } from './event-kinds.ts';
import { keyFilterOf, matchesKey, overlap } from './filter.ts';

const filter = (prefix?: string, suffix?: string) => ({
  Key: {
    FilterRules: [
      ...(prefix === undefined ? [] : [{ Name: 'Prefix', Value: prefix }]),
      ...(suffix === undefined ? [] : [{ Name: 'suffix', Value: suffix }]),
    ],
  },
});
const rule = (events: string[], prefix?: string, suffix?: string) => ({ Events: events, Filter: filter(prefix, suffix) });

it('knows kinds by name and by star', () => {
  expect(kindsNamed('s3:ObjectCreated:*')).toHaveLength(4);
  expect(kindsNamed('s3:ObjectRemoved:Delete')).toEqual(['ObjectRemoved:Delete']);
  expect(kindsNamed('s3:Nothing')).toEqual([]);
  expect(kindsNamed('ObjectCreated:*')).toEqual([]);
});

it('matches prefix and suffix', () => {
  expect(matchesKey(keyFilterOf(filter('in/', '.jpg')), 'in/a.jpg')).toBe(true);
  expect(matchesKey(keyFilterOf(filter('in/', '.jpg')), 'in/a.png')).toBe(false);
  expect(matchesKey(keyFilterOf(undefined), 'anything')).toBe(true);
});

it('refuses other names and doubles', () => {
  expect(() => keyFilterOf({ Key: { FilterRules: [{ Name: 'infix', Value: 'x' }] } })).toThrow('must be either prefix or suffix');
  expect(() =>
    keyFilterOf({
      Key: {
        FilterRules: [
          { Name: 'prefix', Value: 'a' },
          { Name: 'Prefix', Value: 'b' },
        ],
      },
    }),
  ).toThrow('more than one prefix');
});

it.each([
  [rule(['s3:ObjectCreated:*']), rule(['s3:ObjectCreated:Put']), true],
  [rule(['s3:ObjectCreated:*']), rule(['s3:ObjectRemoved:*']), false],
  [rule(['s3:ObjectCreated:*'], 'a/'), rule(['s3:ObjectCreated:*'], 'b/'), false],
  [rule(['s3:ObjectCreated:*'], 'a/'), rule(['s3:ObjectCreated:*'], 'a/b/'), true],
  [rule(['s3:ObjectCreated:*'], 'a/', '.jpg'), rule(['s3:ObjectCreated:*'], 'a/', '.png'), false],
])('overlap %#', (a, b, overlapping) => expect(overlap(a, b)).toBe(overlapping));
