// The rules for batches of events.
import { describe, expect, it } from 'vitest';
import { batchFlaw, sift, spansTooLong } from './batch-rules.ts';

const NOW = Date.UTC(2026, 0, 31);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (...times: number[]) => times.map((timestamp) => ({ timestamp, message: 'm' }));

describe('a batch', () => {
  it('is in order', () => {
    expect(batchFlaw(at(1, 1, 2))).toBeUndefined();
    expect(batchFlaw(at(2, 1))).toMatch('chronological order');
  });
  it('is at most 1 MiB, 26 bytes an event included', () => {
    expect(batchFlaw([{ timestamp: 1, message: 'x'.repeat(1_048_550) }])).toBeUndefined();
    expect(batchFlaw([{ timestamp: 1, message: 'x'.repeat(1_048_551) }])).toBe('Upload too large: 1048577 bytes exceeds limit of 1048576');
  });
  it('spans a day', () => {
    expect(spansTooLong(at(NOW, NOW + DAY))).toBe(false);
    expect(spansTooLong(at(NOW, NOW + DAY + 1))).toBe(true);
    expect(spansTooLong([])).toBe(false);
  });
});

describe('events that are not taken', () => {
  it('are too old, expired or too new', () => {
    const batch = at(NOW - 15 * DAY, NOW - 14 * DAY, NOW - 2 * DAY, NOW, NOW + 2 * HOUR, NOW + 2 * HOUR + 1);
    expect(sift(batch, NOW, 0)).toEqual({ taken: batch.slice(1, 5), rejected: { tooOldLogEventEndIndex: 1, tooNewLogEventStartIndex: 5 } });
    expect(sift(batch, NOW, NOW - DAY)).toEqual({
      taken: batch.slice(3, 5),
      rejected: { tooOldLogEventEndIndex: 1, expiredLogEventEndIndex: 3, tooNewLogEventStartIndex: 5 },
    });
    expect(sift(at(NOW), NOW, 0)).toEqual({ taken: at(NOW) });
  });
});
