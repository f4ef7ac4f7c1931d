// A few seconds of what `npm run fuzz` does for minutes, with a seed that stays.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMissing } from '../support/is-missing.ts';
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

  it.skipIf(isMissing('a watchdog', noSchedstat))(
    'leave data on which the emulator starts again',
    async () => {
      const dataDirectory = mkdtempSync(join(tmpdir(), 'fuzz-'));
      const { findings } = await fuzz({ seed: 20_261_123, durationMs: 4_000, dataDirectory });
      rmSync(dataDirectory, { recursive: true, force: true });
      expect(findings).toEqual([]);
    },
    120_000,
  );
});
