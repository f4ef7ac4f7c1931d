// Brings what lies in the outbox to its targets: at once, then again after pauses that grow, until it is too old or was tried too often;
// then to the dead-letter queue, or to the log. What a crash left in the outbox is sent at the next start.
import { randomUUID } from 'node:crypto';
import type { Call, Ctx } from '#core/call';
import { Context } from '#core/context';
import type { Dispatch } from '#core/dispatch';
import { Fault } from '#core/fault';
import { type Delivery, type DeliveryRequest, outbox } from '#core/outbox';
import type { Collection, Frozen, Key, Tx } from '#core/records';
import type { DueWork } from '#core/work';
import { recordsOf, type World } from '#core/world';
import { deadLetter } from './dead-letter.ts';
import { pauseMs } from './pause.ts';
import { spent } from './spent.ts';

const AGAIN = 'delivery.again';
/** Sends under way at once; the rest waits its turn in memory, by id. */
const MOST_AT_ONCE = 100;

export interface Deliverer {
  /** Puts a delivery into the outbox; it is sent once the write has ended. */
  post(tx: Tx, call: Call, request: DeliveryRequest): void;
  /** Due work: another attempt. */
  readonly work: Readonly<Record<string, DueWork>>;
  /** Sends what an earlier process left behind. */
  start(world: World, dispatch: Dispatch): void;
}

interface Hint {
  readonly account: string;
  readonly region: string;
  readonly id: string;
}

export function createDeliverer(): Deliverer {
  let world: World;
  let dispatch: Dispatch;
  const waiting: Hint[] = [];
  let sending = 0;

  const next = (): void => {
    while (sending < MOST_AT_ONCE && waiting.length > 0 && !world.stopping.aborted) {
      sending++;
      void world.activity.track(send(waiting.shift()!));
    }
  };
  const send = async ({ account, region, id }: Hint): Promise<void> => {
    try {
      const delivery = recordsOf(world.store, outbox, account, region).get([id]);
      if (delivery) await settle(world, delivery, new Context(world, dispatch, asCall(world, delivery)));
    } catch (error) {
      world.log.error(`delivery ${id} failed: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      sending--;
      next();
    }
  };
  const queue = (hint: Hint): void => {
    waiting.push(hint);
    next();
  };

  return {
    post: (tx, { account, region, trace }, request) => {
      const id = randomUUID();
      const delivery: Delivery = { ...request, id, account, region, createdMs: world.clock.now(), attempts: 0, trace: trace.id };
      tx.put(recordsOf(world.store, outbox, account, region), [id], delivery);
      tx.after(() => queue({ account, region, id }));
    },
    work: { [AGAIN]: (key, { account, region }) => send({ account, region, id: String(key[0]) }) },
    start: (complete, run) => {
      world = complete;
      dispatch = run;
      for (const { account, region } of world.store.places(outbox as unknown as Collection<Key, never>))
        for (const delivery of recordsOf(world.store, outbox, account, region).range([]))
          if (delivery.attempts === 0) queue({ account, region, id: delivery.id });
    },
  };
}

/** One attempt, and what follows from it. */
async function settle(world: World, delivery: Frozen<Delivery>, ctx: Context): Promise<void> {
  const problem = await attempt(world, delivery, ctx);
  if (problem === undefined) return finish(delivery, ctx);
  const attempts = delivery.attempts + 1;
  const nextMs = ctx.now() + pauseMs(attempts);
  const why = spent(delivery, attempts, nextMs, problem);
  if (why !== undefined) {
    await deadLetter({ delivery, problem, why, attempts }, ctx);
    return finish(delivery, ctx);
  }
  world.log.in('delivery').debug(() => `${delivery.targetArn} ${problem.code}, attempt ${attempts + 1} follows`);
  ctx.write((tx) => {
    tx.put(ctx.records(outbox), [delivery.id], { ...delivery, attempts });
    ctx.later(tx, AGAIN, [delivery.id], nextMs);
  });
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

function asCall(world: World, { as, account, region, trace, id }: Frozen<Delivery>): Call {
  const principal = { kind: 'service', service: as.service, account, sourceArn: as.sourceArn } as const;
  return {
    service: 'delivery',
    operation: 'send',
    input: {},
    account,
    region,
    principal,
    requestId: id,
    trace: { id: trace, depth: 1 },
    origin: world.origin(),
    signal: world.stopping,
  };
}
