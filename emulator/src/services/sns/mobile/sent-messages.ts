// Messages to phones, mailboxes and devices: nothing leaves the emulator, and each can be read back for a while.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { type SentMessage, sent } from '#services/sns/state';

/** Limit: messages of each kind that are kept for tests to read. The oldest go first. */
const MAX_KEPT = 1000;

export function keepSent(tx: Tx, message: SentMessage, ctx: Ctx): void {
  const records = ctx.records(sent);
  tx.put(records, [message.kind, message.atMs, message.messageId, message.to], message);
  if (records.count([message.kind]) <= MAX_KEPT) return;
  const [oldest] = records.entries([message.kind], { limit: 1 });
  tx.delete(records, oldest![0]);
}
