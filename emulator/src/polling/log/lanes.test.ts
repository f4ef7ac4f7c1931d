// The order of shards and of groups.
import { describe, expect, it } from 'vitest';
import { laneOf, readableShards } from './lanes.ts';

const shard = (id: string, ...parents: string[]) => ({ id, parents, isClosed: false });
const READ = [{ isOver: true }];
const UNREAD = [{ isOver: true }, { isOver: false }];

describe('a shard', () => {
  it('is read once all that came before it is', () => {
    const shards = [shard('root'), shard('left', 'root'), shard('right', 'root'), shard('merged', 'left', 'right')];
    const readable = (entries: [string, { isOver: boolean }[]][]) => readableShards(shards, new Map(entries)).map(({ id }) => id);
    expect(
      readable([
        ['root', UNREAD],
        ['left', UNREAD],
        ['right', UNREAD],
        ['merged', UNREAD],
      ]),
    ).toEqual(['root']);
    expect(
      readable([
        ['root', READ],
        ['left', READ],
        ['right', UNREAD],
        ['merged', UNREAD],
      ]),
    ).toEqual(['root', 'left', 'right']);
    expect(
      readable([
        ['root', READ],
        ['left', READ],
        ['right', READ],
        ['merged', UNREAD],
      ]),
    ).toHaveLength(4);
  });

  it('does not wait for a parent that the log has forgotten', () => {
    expect(readableShards([shard('child', 'trimmed')], new Map())).toHaveLength(1);
  });
});

describe('a group', () => {
  it('is always in the same lane, and groups spread over all lanes', () => {
    const groups = Array.from({ length: 100 }, (_, n) => `item ${n}`);
    for (const group of groups) expect(laneOf(group, 7)).toBe(laneOf(group, 7));
    expect(new Set(groups.map((group) => laneOf(group, 7))).size).toBe(7);
    expect(laneOf('item', 1)).toBe(0);
  });
});
