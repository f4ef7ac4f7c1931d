// Positions and ids of log events.
import { describe, expect, it } from 'vitest';
import { eventNumber, positionToken, readPositionToken } from './event-position.ts';

describe('positions', () => {
  it('are numbers of 56 digits in the order of time', () => {
    const [early, late] = [eventNumber(1_617_542_000_000, 9, 'abcdef'), eventNumber(1_617_542_000_001, 1, '000000')];
    expect(early).toMatch(/^\d{56}$/);
    expect(early < late).toBe(true);
  });
  it.each<[number, number]>([
    [0, 0],
    [1_617_542_000_000, 7],
    [4_000_000_000_000, Number.MAX_SAFE_INTEGER],
  ])('come back from their token: %i, %i', (timestampMs, number) => {
    expect(readPositionToken(positionToken('f', [timestampMs, number]))).toEqual({ direction: 'f', position: [timestampMs, number] });
  });
  it('know what is none', () => expect(readPositionToken('f/12/s')).toBeUndefined());
});
