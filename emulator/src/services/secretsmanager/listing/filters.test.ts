import { describe, expect, it } from 'vitest';
import type { Secret } from '#services/secretsmanager/state';
import { matchesFilters } from './filters.ts';

const secret: Secret = {
  name: 'prod/Database',
  suffix: 'aaaaaa',
  description: 'Password of the Shop',
  createdMs: 0,
  changedMs: 0,
  tags: [{ key: 'Team', value: 'Red' }],
  stages: {},
  versionCount: 0,
  replicas: [],
  primaryRegion: 'us-east-1',
};

describe('filters', () => {
  it.each([
    ['name', ['prod/'], true],
    ['name', ['Prod/'], false],
    ['name', ['dev', 'prod'], true],
    ['name', ['!prod'], false],
    ['name', ['!dev'], true],
    ['name', ['prod', '!prod/Data'], false],
    ['description', ['password OF'], true],
    ['description', ['shop'], true],
    ['description', ['hop'], false],
    ['tag-key', ['Te'], true],
    ['tag-key', ['te'], false],
    ['tag-value', ['Red'], true],
    ['primary-region', ['us-'], true],
    ['owning-service', ['a'], false],
    ['all', ['shop red'], true],
    ['all', ['shop blue'], false],
  ] as const)('%s %j: %s', (Key, Values, verdict) => {
    expect(matchesFilters(secret, [{ Key, Values }])).toBe(verdict);
  });

  it('hold all together', () => {
    const filters = [
      { Key: 'name' as const, Values: ['prod'] },
      { Key: 'tag-key' as const, Values: ['Nobody'] },
    ];
    expect(matchesFilters(secret, filters)).toBe(false);
  });
});
