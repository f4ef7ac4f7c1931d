// How a service describes deliveries of its own that have failed for good.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import type { Delivery } from './delivery.ts';
import type { DeliveryParameters } from './destination.ts';

/** Why there is no further attempt. `REFUSED`: the target will refuse every attempt. */
export type GiveUpReason = 'MAX_RETRIES' | 'MAX_AGE' | 'REFUSED';

export interface FailedDelivery {
  readonly delivery: Frozen<Delivery>;
  /** The fault of the last attempt. */
  readonly problem: Fault;
  readonly reason: GiveUpReason;
  /** Attempts made, the first one included. */
  readonly attempts: number;
}

/** How a delivery has ended. */
export interface DeliveryOutcome {
  readonly delivery: Frozen<Delivery>;
  /** The fault of the last attempt; undefined for a delivery that has arrived. */
  readonly problem: Fault | undefined;
  /** Attempts made, the last one included. */
  readonly attempts: number;
  /** Milliseconds that the last attempt took. */
  readonly tookMs: number;
}

export interface DestinationMessage {
  readonly payload: string;
  readonly parameters?: DeliveryParameters | undefined;
}

/**
 * Named by `sender` in a service's manifest. Without it, a dead letter is the delivery itself: the same payload and parameters.
 *
 * @example
 * export const sender: DeliverySender = {
 *   describeFailure: ({ delivery, problem }) => ({
 *     payload: delivery.payload,
 *     parameters: { attributes: { ERROR_CODE: { type: 'String', value: problem.code } } },
 *   }),
 * };
 */
export interface DeliverySender {
  /** The message for the dead-letter queue; by default the delivery as it was. */
  describeFailure?(failed: FailedDelivery): DestinationMessage;
  /**
   * Makes one attempt at a delivery whose destination says `sentBySender`. The context's principal is the destination's.
   * @throws Fault when the target refuses; the same faults are retried as those of a target
   */
  send?(delivery: Delivery, ctx: Ctx): Promise<void>;
  /** Records how a delivery with a `report` has ended, in the write that takes it out of the outbox. */
  reportOutcome?(outcome: DeliveryOutcome, tx: Tx, ctx: Ctx): void;
  /** Records that an attempt at a delivery with a `report` has failed and that another one follows, in the write that schedules it. */
  reportAttempt?(outcome: DeliveryOutcome, tx: Tx, ctx: Ctx): void;
}
