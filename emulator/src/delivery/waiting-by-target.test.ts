// Waiting deliveries by target: turns, shares, and entries that are forgotten.
import { describe, expect, it } from 'vitest';
import { WaitingByTarget } from './waiting-by-target.ts';

const one = (waiting: { shift(): number | undefined }): number | undefined => waiting.shift();

describe('what waits by target', () => {
  it('lets targets take turns, each in its own order', () => {
    const waiting = new WaitingByTarget<number>();
    for (const value of [1, 2, 3]) waiting.push('a', value);
    waiting.push('b', 10);
    expect([1, 2, 3, 4].map(() => waiting.next(one)?.batch)).toEqual([1, 10, 2, 3]);
    expect(waiting.next(one)).toBeUndefined();
  });

  it('gives a target no more than its share until something of it has ended', () => {
    const waiting = new WaitingByTarget<number>();
    for (let value = 0; value < 60; value++) waiting.push('slow', value);
    const turns = Array.from({ length: 50 }, () => waiting.next(one));
    expect(turns.at(-1)?.batch).toBe(49);
    expect(waiting.next(one)).toBeUndefined();
    waiting.push('quick', 100);
    expect(waiting.next(one)?.batch).toBe(100);
    turns[7]?.end();
    expect(waiting.next(one)?.batch).toBe(50);
    expect(waiting.next(one)).toBeUndefined();
  });

  it('forgets what waits, but not what is under way', () => {
    const waiting = new WaitingByTarget<number>();
    for (let value = 0; value < 60; value++) waiting.push('a', value);
    const turns = Array.from({ length: 50 }, () => waiting.next(one));
    waiting.clear();
    for (const turn of turns) turn?.end();
    expect(waiting.next(one)).toBeUndefined();
    waiting.push('a', 60);
    expect(waiting.next(one)?.batch).toBe(60);
  });
});
