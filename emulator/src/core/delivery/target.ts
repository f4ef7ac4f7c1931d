// A kind of delivery target, as the service that owns it implements it.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import type { Delivery, DeliveryRequest } from './delivery.ts';

/**
 * Accepts deliveries for the ARNs that the service's manifest names under `targets`. The context's principal is the sender, so a call with
 * `ctx.call` checks the resource's policy for it.
 *
 * @example
 * export const target: Target = {
 *   send: async ({ targetArn, payload }, ctx) => {
 *     const { account, region } = parseTopicArn(targetArn);
 *     await ctx.call('sns', 'Publish', { TopicArn: targetArn, Message: payload }, { account, region });
 *   },
 * };
 */
export interface Target {
  /**
   * Sends one delivery.
   * @throws Fault when the target refuses. Faults of the service and throttling are retried, any other fault ends the delivery.
   */
  send(delivery: Delivery, ctx: Ctx): Promise<void>;
  /**
   * Sends one delivery and returns what the target answers, for senders that need the answer. Only of targets that answer.
   * @throws Fault when the target refuses
   */
  invoke?(delivery: Delivery, ctx: Ctx): Promise<string>;
  /**
   * Sends several deliveries at once, in order: at most ten, all to one target and by one principal. Answers the refusal of each by its
   * index, undefined for each that was accepted. Where absent, each delivery is sent alone.
   */
  sendAll?(deliveries: readonly Delivery[], ctx: Ctx): Promise<readonly (Fault | undefined)[]>;
  /**
   * Accepts deliveries in the write that causes them, all to one target and by one principal. Answers false, having written nothing, where
   * that is not possible at once: the outbox sends them then, and reports, retries or gives up refused ones.
   */
  acceptInWrite?(deliveries: readonly DeliveryRequest[], tx: Tx, ctx: Ctx): boolean;
}
