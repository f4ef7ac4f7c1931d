// How long a FIFO topic remembers its messages, in a store of its own.
import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import type { Key, Tx } from '#core/records';
import type { Message } from '#services/sns/messages/message';
import { remembered, type Topic } from '#services/sns/state';
import { work } from '#services/sns/work';
import { openStore } from '#store/open-store';
import { acceptOnce } from './deduplication.ts';

const MINUTE_MS = 60_000;
const topic = { name: 'orders.fifo', attributes: {} } as Partial<Topic> as Topic;
const message = (id: string) => ({ id, deduplicationId: id, groupId: 'g' }) as Partial<Message> as Message;

it('forgets each message some five minutes later, although others follow all the time', async () => {
  const store = await openStore({ checked: true });
  const due = new Map<string, { readonly key: Key; readonly atMs: number }>();
  let nowMs = 0;
  const ctx = {
    now: () => nowMs,
    records: (of: Parameters<typeof store.records>[0]) => store.records(of, 'a', 'r'),
    write: store.write.bind(store),
    later: (_tx: Tx, _work: string, key: Key, atMs: number) => due.set(JSON.stringify(key), { key, atMs }),
  } as unknown as Ctx;
  try {
    for (let second = 0; second < 30 * 60; second++) {
      nowMs = second * 1000;
      for (const [id, { key, atMs }] of due)
        if (atMs <= nowMs) {
          due.delete(id);
          await work['sns.forget']!(key, ctx);
        }
      const accept = (id: string) => ctx.write((tx) => acceptOnce(tx, topic, message(id), ctx));
      expect([accept(`a${second}`).isDuplicate, accept(`a${Math.max(0, second - 299)}`).isDuplicate]).toEqual([false, true]);
      const times = ctx
        .records(remembered)
        .range([topic.name])
        .map(({ atMs }) => atMs);
      expect(nowMs - Math.min(...times)).toBeLessThanOrEqual(6 * MINUTE_MS);
      expect(due.size).toBeLessThanOrEqual(7);
    }
    await work['sns.forget']!([topic.name, 'all'], ctx);
    expect(ctx.records(remembered).range([topic.name])).toEqual([]);
  } finally {
    await store.close();
  }
});
