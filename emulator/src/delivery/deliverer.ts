// Sends the outbox's deliveries to their targets: at once, then again after growing delays, until a delivery is too old or was tried too
// often; then to the dead-letter queue, or to the log. Deliveries that a crash left in the outbox are sent at the next start.
import { randomUUID } from 'node:crypto';
import { Context } from '#core/context';
import type { Delivery, DeliveryRequest } from '#core/delivery/delivery';
import { outbox, parametersOf } from '#core/delivery/outbox';
import type { Deliverer, Engine } from '#core/engine';
import type { Kernel } from '#core/kernel';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Frozen, Tx } from '#core/records';
import type { Fifo } from '#lib/fifo';
import { nextTurn } from '#lib/next-turn';
import { attempt } from './attempt.ts';
import { RETRY_WORK } from './backoff.ts';
import { deliverInline, isSameRoute, type Origin } from './deliver-inline.ts';
import { deliveryCall } from './delivery-call.ts';
import { isFree, isHead, joinLine, leaveLine, lines } from './lines.ts';
import { recordOutcome } from './record-outcome.ts';
import { type Turn, WaitingByTarget } from './waiting-by-target.ts';

/** Batches under way at once; the other deliveries wait in memory, by target and id. */
const MAX_AT_ONCE = 1000;
const MAX_IN_BATCH = 10;
/** Characters of long payloads that are sent in one turn of the loop: to check and to store them takes some 20 ms. */
const MAX_IN_TURN = 500_000;
const LONG_PAYLOAD = 20_000;

interface Hint {
  readonly account: string;
  readonly region: string;
  readonly id: string;
}

/** `engine` is first called with the first delivery: contexts are made from it. */
export function createDeliverer(kernel: Kernel, engine: () => Engine): Deliverer {
  const waiting = new WaitingByTarget<Hint>();
  let underWay = 0;
  let woken = false;
  /** Characters of long payloads in this turn. */
  let inTurn = 0;
  /** Ids grow, so that deliveries are sent in the order of posting, also after a restart; no two starts share an era. */
  const era = `${Date.now().toString(36)}-${randomUUID().slice(0, 8)}-`;
  let posted = 0;

  const read = ({ account, region, id }: Hint): Frozen<Delivery> | undefined => kernel.store.records(outbox, account, region).get([id]);

  const linesAt = ({ account, region }: Pick<Hint, 'account' | 'region'>) => kernel.store.records(lines, account, region);

  /** The next deliveries to a target that go together. */
  const take = (hints: Fifo<Hint>): Frozen<Delivery>[] => {
    const batch: Frozen<Delivery>[] = [];
    for (let hint = hints.peek(); hint && batch.length < MAX_IN_BATCH; hint = hints.peek()) {
      const delivery = read(hint);
      if (delivery && batch[0] && !isOneBatch(batch[0], delivery)) break;
      hints.shift();
      if (delivery) batch.push(delivery);
    }
    return batch;
  };
  const next = (): void => {
    woken = false;
    while (underWay < MAX_AT_ONCE && inTurn < MAX_IN_TURN && !kernel.stopping.aborted && !kernel.epoch.replacing) {
      const turn = waiting.next(take);
      if (!turn) break;
      if (turn.batch.length === 0) turn.end();
      else {
        count(turn.batch);
        void kernel.activity.track(sendWaiting(turn));
      }
    }
  };
  /** Others have their turn between long payloads. */
  const count = (batch: readonly Frozen<Delivery>[]): void => {
    const before = inTurn;
    for (const { payload } of batch) if (payload.length > LONG_PAYLOAD) inTurn += payload.length;
    if (before > 0 || inTurn === 0) return;
    const begin = (): void => {
      inTurn = 0;
      next();
    };
    void kernel.activity.track(nextTurn().then(begin));
  };
  const send = async (batch: readonly Frozen<Delivery>[]): Promise<void> => {
    const ctx = new Context(engine(), deliveryCall(kernel, batch[0]!, batch[0]!));
    const startedMs = performance.now();
    await recordOutcome({ batch, startedMs, problems: await attempt(kernel.registry, batch, ctx), remove }, ctx);
  };
  const sendWaiting = async ({ batch, end }: Turn<readonly Frozen<Delivery>[]>): Promise<void> => {
    const first = batch[0]!;
    const begun = kernel.epoch.current;
    underWay++;
    try {
      await send(batch);
    } catch (error) {
      if (begun !== kernel.epoch.current) return;
      kernel.log.write(INTERNAL_FAILURE, { work: `delivery ${first.id}`, error });
    } finally {
      underWay--;
      end();
      next();
    }
  };
  /** Waits for the next turn, so that all deliveries of one write go together. */
  const queue = ({ account, region, id, targetArn }: Hint & Pick<Delivery, 'targetArn'>): void => {
    waiting.push(targetArn, { account, region, id });
    if (woken) return;
    woken = true;
    queueMicrotask(next);
  };
  const keep = (tx: Tx, { account, region, trace }: Origin, request: DeliveryRequest): void => {
    const id = `${era}${(++posted).toString(36).padStart(7, '0')}`;
    const { payload, event, line, report } = request;
    const { targetArn, as, retry, deadLetterArn, sentBySender, about } = request.to;
    const parameters = parametersOf(request);
    const delivery: Delivery = {
      targetArn,
      payload,
      as,
      retry,
      about: event ? { ...about, eventId: event.id } : about,
      ...(deadLetterArn && { deadLetterArn }),
      ...(parameters && { parameters }),
      ...(sentBySender && { sentBySender }),
      ...(line !== undefined && { line }),
      ...(report !== undefined && { report }),
      id,
      account,
      region,
      createdMs: kernel.clock.now(),
      attempts: 0,
      trace: trace.id,
    };
    tx.put(kernel.store.records(outbox, account, region), [id], delivery);
    if (event) tx.after(() => kernel.events.post(delivery));
    const inLine = linesAt({ account, region });
    joinLine(tx, inLine, delivery);
    if (isHead(inLine, delivery)) tx.after(() => queue({ account, region, id, targetArn }));
  };
  const remove = (tx: Tx, delivery: Frozen<Delivery>): void => {
    const { account, region } = delivery;
    tx.delete(kernel.store.records(outbox, account, region), [delivery.id]);
    const next = leaveLine(tx, linesAt(delivery), delivery);
    if (next === undefined) return;
    const { targetArn } = read({ account, region, id: next }) ?? delivery;
    tx.after(() => queue({ account, region, id: next, targetArn }));
  };
  const look = (): void => {
    for (const { account, region } of kernel.store.places(outbox))
      for (const delivery of kernel.store.records(outbox, account, region).range([]))
        if (delivery.attempts === 0 && isHead(linesAt(delivery), delivery))
          queue({ account, region, id: delivery.id, targetArn: delivery.targetArn });
  };

  return {
    post: (tx, origin, requests) => {
      // A delivery must not overtake its line: where the line is not free, it joins the end.
      const isHeld = ({ line }: DeliveryRequest): boolean => line !== undefined && !isFree(linesAt(origin), line);
      let inline = requests;
      const isPosted = ({ to, report }: DeliveryRequest): boolean => to.sentBySender === true || report !== undefined;
      if (requests.some((request) => isPosted(request) || isHeld(request))) {
        const held = requests.filter(isHeld);
        const free = requests.filter((request) => !held.includes(request));
        for (const request of held) keep(tx, origin, request);
        for (const request of free) if (isPosted(request)) keep(tx, origin, request);
        inline = free.filter((request) => !isPosted(request));
      }
      for (const request of deliverInline({ engine: engine(), origin, requests: inline })) keep(tx, origin, request);
    },
    work: {
      [RETRY_WORK]: async (key, { account, region }) => {
        const delivery = read({ account, region, id: String(key[0]) });
        if (delivery) await send([delivery]);
      },
    },
    refresh: () => {
      waiting.clear();
      look();
    },
  };
}

/** Whether both have the same cause, so that one log line stands for all of them. */
const isOneBatch = (a: Frozen<Delivery>, b: Frozen<Delivery>): boolean =>
  isSameRoute(a, b) && a.trace === b.trace && a.region === b.region && a.account === b.account && isSentAlike(a, b);

const isSentAlike = (a: Frozen<Delivery>, b: Frozen<Delivery>): boolean =>
  a.sentBySender === b.sentBySender && (!a.sentBySender || a.about.service === b.about.service);
