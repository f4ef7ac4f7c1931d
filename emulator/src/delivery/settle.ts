// What follows from an attempt: done, again later, or given up.
import type { Context } from '#core/context';
import type { Fault } from '#core/fault';
import { type Delivery, outbox } from '#core/outbox';
import type { Frozen } from '#core/records';
import { deadLetter, type Lost } from './dead-letter.ts';

import { AGAIN, pauseMs } from './pause.ts';
import { spent } from './spent.ts';

export async function settle(batch: readonly Frozen<Delivery>[], problems: readonly (Fault | undefined)[], ctx: Context): Promise<void> {
  const lost: Lost[] = [];
  const records = ctx.records(outbox);
  ctx.write((tx) => {
    for (const [i, delivery] of batch.entries()) {
      const problem = problems[i];
      if (problem === undefined) {
        tx.delete(records, [delivery.id]);
        continue;
      }
      const attempts = delivery.attempts + 1;
      const nextMs = ctx.now() + pauseMs(attempts);
      const why = spent(delivery, attempts, nextMs, problem);
      if (why !== undefined) {
        lost.push({ delivery, problem, why, attempts });
        continue;
      }
      ctx.log.debug(() => `${delivery.targetArn} ${problem.code}, attempt ${attempts + 1} follows`);
      tx.put(records, [delivery.id], { ...delivery, attempts });
      ctx.later(tx, AGAIN, [delivery.id], nextMs);
    }
  });
  // Only then it leaves the outbox: a crash before sends it to the dead letters again.
  for (const one of lost) {
    await deadLetter(one, ctx);
    ctx.write((tx) => tx.delete(records, [one.delivery.id]));
  }
}
