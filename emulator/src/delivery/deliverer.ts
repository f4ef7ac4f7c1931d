// Brings what lies in the outbox to its targets: at once, then again after pauses that grow, until it is too old or was tried too often;
// then to the dead-letter queue, or to the log. Each delivery is due work, so that a crash loses none.

import type { Call, Ctx } from '#core/call';
import { Context } from '#core/context';
import { Fault } from '#core/fault';
import { type Delivery, type DeliveryRequest, outbox } from '#core/outbox';
import type { Frozen, Store, Tx } from '#core/records';
import type { DueWork } from '#core/work';
import { type Later, recordsOf, type World } from '#core/world';
import { deadLetter } from './dead-letter.ts';
import { pauseMs } from './pause.ts';

export const DELIVER = 'delivery.send';

/** Puts a delivery into the outbox and makes it due now. */
export const post =
  (store: Store, later: Later, now: () => number) =>
  (tx: Tx, { account, region, trace }: Call, request: DeliveryRequest): void => {
    const id = crypto.randomUUID();
    tx.put(recordsOf(store, outbox, account, region), [id], {
      ...request,
      id,
      account,
      region,
      createdMs: now(),
      attempts: 0,
      trace: trace.id,
    });
    later.schedule(tx, DELIVER, account, region, [id], now());
  };

/** Due work of the deliverer: sends one delivery of the outbox. */
export const deliverWork = (world: World): Readonly<Record<string, DueWork>> => ({
  [DELIVER]: async (key, ctx) => {
    const id = String(key[0]);
    const delivery = ctx.records(outbox).get([id]);
    if (delivery) await send(world, delivery, ctx as Context);
  },
});

async function send(world: World, delivery: Frozen<Delivery>, ctx: Context): Promise<void> {
  const traced = new Context(world, ctx.dispatch, { ...ctx.asCall(), trace: { id: delivery.trace, depth: 1 } });
  const problem = await attempt(world, delivery, traced);
  if (problem === undefined) return finish(delivery, ctx);
  const attempts = delivery.attempts + 1;
  const nextMs = ctx.now() + pauseMs(attempts);
  const spent = exhausted(delivery, attempts, nextMs, problem);
  if (spent === undefined) {
    world.log.in('delivery').debug(() => `${delivery.targetArn} ${problem.code}, attempt ${attempts + 1} follows`);
    ctx.write((tx) => {
      tx.put(ctx.records(outbox), [delivery.id], { ...delivery, attempts });
      ctx.later(tx, DELIVER, [delivery.id], nextMs);
    });
    return;
  }
  await deadLetter({ delivery, problem, spent, attempts }, traced);
  finish(delivery, ctx);
}

const finish = (delivery: Frozen<Delivery>, ctx: Ctx): void => ctx.write((tx) => tx.delete(ctx.records(outbox), [delivery.id]));

async function attempt(world: World, delivery: Frozen<Delivery>, ctx: Ctx): Promise<Fault | undefined> {
  const target = await world.registry.target(delivery.targetArn);
  if (!target) return new Fault('NO_TARGET', `Nothing here takes events for ${delivery.targetArn}`);
  try {
    await target.send(delivery as Delivery, ctx);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    world.log.error(`sending to ${delivery.targetArn} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return new Fault('INTERNAL_FAILURE', error instanceof Error ? error.message : String(error), { blame: 'server', status: 500 });
  }
}

/** A client's mistake is not cured by trying again: throttling and the service's own failures are. */
const curable = (problem: Fault): boolean =>
  problem.options.blame === 'server' ||
  (problem.options.status ?? 400) >= 500 ||
  /throttl|toomanyrequests|limitexceeded|resourceconflict|notready/i.test(problem.code);

type Spent = 'MAX_RETRIES' | 'MAX_AGE' | 'REFUSED';

function exhausted(delivery: Frozen<Delivery>, attempts: number, nextMs: number, problem: Fault): Spent | undefined {
  if (!curable(problem)) return 'REFUSED';
  if (attempts > delivery.retry.maxRetries) return 'MAX_RETRIES';
  if (nextMs > delivery.createdMs + delivery.retry.maxAgeMs) return 'MAX_AGE';
  return undefined;
}
