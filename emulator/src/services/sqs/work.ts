// Due work of the queue service: removes expired messages, empties stores left behind, moves dead letters.
import type { Ctx } from '#core/ctx';
import type { DueWork } from '#core/time/work';
import { whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { dropExpired, expectNextExpiry } from './messages/expire.ts';
import { inQueue } from './messages/in-queue.ts';
import { sweepQueue, sweepStore } from './messages/sweep.ts';
import { moveStep } from './move/step.ts';
import { queues } from './state.ts';

const EXPIRED_AT_ONCE = 500;

/** Pause between two steps of long work, so that calls get their turn. */
function expireBite(name: string, ctx: Ctx): boolean {
  const queue = ctx.records(queues).get([name]);
  if (!queue) return false;
  return inQueue(
    queue,
    (q) => {
      const more = dropExpired(q, EXPIRED_AT_ONCE);
      if (!more) expectNextExpiry(q);
      return more;
    },
    ctx,
  );
}

export const work: Readonly<Record<string, DueWork>> = table({
  'sqs.expire': ([name], ctx) => whileMore(() => expireBite(String(name), ctx)),
  'sqs.sweep': async ([storeId, queueId], ctx) => {
    await whileMore(() => sweepStore(String(storeId), ctx));
    if (queueId !== undefined) await whileMore(() => sweepQueue(String(queueId), ctx));
  },
  'sqs.move': ([source, number], ctx) => whileMore(() => moveStep(String(source), Number(number), ctx)),
});
