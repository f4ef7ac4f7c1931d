// A few seconds of what `npm run fuzz` does for minutes, with a seed that stays.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMissing } from '#lib/testing/is-missing';
import { everyOperation, fuzz, requestOf } from './fuzz.ts';

const noSchedstat = existsSync('/proc/self/task') ? undefined : 'no /proc on this system';

describe('requests made from the models', () => {
  it('come out the same for the same seed', () => {
    const operations = everyOperation();
    const twice = [1, 2].map(() =>
      Array.from({ length: 50 }, (_, index) => requestOf(operations, 7, index).request.body.toString('base64')),
    );
    expect(twice[0]).toEqual(twice[1]);
  });

  it.skipIf(isMissing('a watchdog', noSchedstat))(
    'are answered or refused in time, without a 5xx, an exit or a stack trace',
    async () => {
      const { requests, findings } = await fuzz({ seed: 20_261_122, durationMs: 8_000 });
      expect(findings).toEqual([]);
      expect(requests).toBeGreaterThan(20);
    },
    120_000,
  );
});
