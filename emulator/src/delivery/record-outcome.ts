// Records the outcome of an attempt: delivered, due again later, or given up.
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { DeliveryOutcome, DeliverySender, FailedDelivery } from '#core/delivery/delivery-sender';
import { outbox } from '#core/delivery/outbox';
import type { Fault } from '#core/fault';
import { NO_ROOM_RETRY_MS } from '#core/no-room';
import type { Frozen, Tx } from '#core/records';
import { RETRY_WORK, retryDelayMs } from './backoff.ts';
import { countDelivery } from './count-delivery.ts';
import { deadLetter } from './dead-letter.ts';
import { giveUpReason } from './give-up.ts';
import { DELIVERY_RETRIED, type Retried } from './messages.ts';
import { reportArrival, reportDelivery } from './report-delivery.ts';
import { traceStep } from './trace-step.ts';

interface Outcome {
  readonly batch: readonly Frozen<Delivery>[];
  /** When the attempt began: performance.now(). */
  readonly startedMs: number;
  /** The refusal of each delivery by its index, undefined for deliveries that were taken. */
  readonly problems: readonly (Fault | undefined)[];
  /** Takes a finished delivery out of the outbox. */
  remove(tx: Tx, delivery: Frozen<Delivery>): void;
}

export async function recordOutcome({ batch, startedMs, problems, remove }: Outcome, ctx: Context): Promise<void> {
  const failures: FailedDelivery[] = [];
  let retried: Retried | undefined;
  const records = ctx.records(outbox);
  const { events, traces } = ctx.kernel;
  const tookMs = performance.now() - startedMs;
  const reporter = await reporterOf(batch, ctx);
  ctx.write((tx) => {
    for (const [i, delivery] of batch.entries()) {
      const problem = problems[i];
      if (problem === undefined) {
        remove(tx, delivery);
        reporter?.('reportOutcome', { delivery, problem: undefined, attempts: delivery.attempts + 1, tookMs }, tx);
        events.attempt(delivery, { atMs: ctx.now(), problem: undefined });
        countDelivery(delivery, 'delivered', ctx);
        traces.noteDelivery(traceStep(delivery, undefined, ctx), 'delivered');
        reportArrival(delivery, ctx);
        continue;
      }
      const { isPostponed = false, retryAfterMs = 0 } = problem.options;
      const attempts = delivery.attempts + (isPostponed ? 0 : 1);
      const delayMs = isPostponed ? retryAfterMs : Math.max(retryAfterMs, retryDelayMs(delivery.retry, attempts));
      const nextMs = ctx.now() + delayMs;
      const reason = giveUpReason(delivery, attempts, nextMs, problem);
      if (reason !== undefined) {
        failures.push({ delivery, problem, reason, attempts });
        events.attempt(delivery, { atMs: ctx.now(), problem: `${problem.code}: ${problem.message}` });
        continue;
      }
      if (!isPostponed) {
        countDelivery(delivery, 'retried', ctx);
        reporter?.('reportAttempt', { delivery, problem, attempts, tookMs }, tx);
        retried ??= { delivery, problem, attempts, inS: (nextMs - ctx.now()) / 1000, count: 0 };
        retried.count++;
      }
      traces.noteDelivery({ ...traceStep(delivery, problem, ctx), nextMs }, isPostponed ? 'postponed' : 'retried');
      if (isPostponed) events.postpone(delivery, nextMs);
      else events.attempt(delivery, { atMs: ctx.now(), problem: `${problem.code}: ${problem.message}` }, nextMs);
      tx.put(records, [delivery.id], { ...delivery, attempts });
      ctx.later(tx, RETRY_WORK, [delivery.id], nextMs);
    }
  });
  if (retried) reportDelivery(DELIVERY_RETRIED, retried, '(it is sent again)', startedMs, ctx);
  // A failed delivery leaves the outbox only after its dead letter was sent: a crash in between sends the dead letter again.
  for (const failure of failures) {
    const hasEnded = await deadLetter(failure, startedMs, ctx);
    ctx.write((tx) => {
      if (!hasEnded) return ctx.later(tx, RETRY_WORK, [failure.delivery.id], ctx.now() + NO_ROOM_RETRY_MS);
      remove(tx, failure.delivery);
      reporter?.('reportOutcome', { ...failure, tookMs }, tx);
    });
  }
}

type Reporter = (way: 'reportOutcome' | 'reportAttempt', outcome: DeliveryOutcome, tx: Tx) => void;

/** Tells the senders of deliveries with a report how attempts at them ended; undefined where no delivery has one. */
async function reporterOf(batch: readonly Frozen<Delivery>[], ctx: Context): Promise<Reporter | undefined> {
  const services = new Set(batch.flatMap(({ report, about }) => (report === undefined ? [] : [about.service])));
  if (services.size === 0) return undefined;
  const senders = new Map<string, DeliverySender | undefined>();
  for (const service of services) senders.set(service, await ctx.kernel.registry.sender(service));
  return (way, outcome, tx) => {
    const { report, about } = outcome.delivery;
    if (report !== undefined) senders.get(about.service)?.[way]?.(outcome, tx, ctx);
  };
}
