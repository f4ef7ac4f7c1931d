// The archive of a FIFO topic: its messages as they were accepted, for as long as its policy says.
// https://docs.aws.amazon.com/sns/latest/dg/fifo-message-archiving-replay.html
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Message } from '#services/sns/messages/message';
import { type ArchivedMessage, archived, sequences, type Topic, topics } from '#services/sns/state';
import { archivedForMs } from './archive-policy.ts';

const TRIM = 'sns.trim-archive';

interface Numbered {
  readonly sequenceNumber: string;
  /** Undefined for a duplicate. */
  readonly number?: number;
}

/** In the write that accepts the message. */
export function archive(tx: Tx, topic: Frozen<Topic>, message: Message, { sequenceNumber, number }: Numbered, ctx: Ctx): void {
  const keptMs = archivedForMs(topic);
  if (keptMs === undefined || number === undefined) return;
  const atMs = ctx.now();
  const { texts, attributes, ...plain } = message;
  const record: ArchivedMessage = {
    ...plain,
    atMs,
    sequenceNumber,
    texts: Object.fromEntries(texts),
    attributes: Object.fromEntries(attributes),
  };
  const isFirst = ctx.records(archived).range([topic.name], { limit: 1 }).length === 0;
  tx.put(ctx.records(archived), [topic.name, number], record);
  if (isFirst) ctx.later(tx, TRIM, [topic.name], atMs + keptMs);
}

export const messageOf = ({ atMs: _, sequenceNumber: __, texts, attributes, ...plain }: Frozen<ArchivedMessage>): Message => ({
  ...plain,
  texts: new Map(Object.entries(texts)),
  attributes: new Map(Object.entries(attributes)),
});

/** After a change of the policy. An archive that ends loses its messages. */
export function changeArchive(tx: Tx, topic: string, isArchived: boolean, ctx: Ctx): void {
  const next = (ctx.records(sequences).get([topic])?.last ?? 0) + 1;
  ctx.later(tx, TRIM, isArchived ? [topic] : [topic, next], ctx.now());
}

/** Removes at most `most` messages: the messages numbered below `before`, or, without it, messages that were kept long enough. True if more may be left. */
export function trimSome(topic: string, before: number | undefined, most: number, ctx: Ctx): boolean {
  const records = ctx.records(archived);
  const found = ctx.records(topics).get([topic]);
  const keptMs = found && archivedForMs(found);
  const oldest = records.entries([topic], { limit: most });
  const isOver = (number: number, atMs: number): boolean =>
    before !== undefined ? number < before : keptMs === undefined || atMs + keptMs <= ctx.now();
  const over = oldest.filter(([[, number], { atMs }]) => isOver(number, atMs));
  const first = oldest[over.length];
  ctx.write((tx) => {
    for (const [key] of over) tx.delete(records, key);
    if (before === undefined && keptMs !== undefined && first) ctx.later(tx, TRIM, [topic], first[1].atMs + keptMs);
  });
  return over.length === most;
}
