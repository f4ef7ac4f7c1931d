// What must still reach a target: written with what caused it, sent by `delivery/`.

import type { Ctx } from './call.ts';
import type { Fault } from './fault.ts';
import type { ServicePrincipal } from './principal.ts';
import { collection, type Tx } from './records.ts';

export interface RetryRule {
  /** Attempts after the first one. */
  readonly maxRetries: number;
  readonly maxAgeMs: number;
}

export interface DeliveryRequest {
  readonly targetArn: string;
  /** What the target gets: text, usually JSON. */
  readonly payload: string;
  readonly as: ServicePrincipal;
  readonly retry: RetryRule;
  readonly deadLetterArn?: string | undefined;
  /** What the kind of target needs besides, e.g. `{ MessageGroupId }`. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** What this is about, for logs and dead letters: rule ARN, target id, event id. */
  readonly about: Readonly<Record<string, string>>;
}

export interface Delivery extends DeliveryRequest {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly createdMs: number;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly trace: string;
}

/** Deliveries by id; when each is due stands with the due work. */
export const outbox = collection<[id: string], Delivery>('delivery.outbox');

/** A kind of event target, offered by the service that owns it. */
export interface Target {
  /** Hands the payload over; throws a Fault when the target refuses. */
  send(delivery: Delivery, ctx: Ctx): Promise<void>;
  /**
   * Hands over several at once, in order: all for one target, on behalf of one principal, at most ten. Answers what was refused, by place.
   * Where absent, each is sent by itself.
   */
  sendAll?(deliveries: readonly Delivery[], ctx: Ctx): Promise<readonly (Fault | undefined)[]>;
  /**
   * Takes them, all for one target and on behalf of one principal (the context's), in the write that causes them, where nothing stands in
   * their way. False: it did nothing, and they go by the outbox, where what stands in the way is told, tried again or given up.
   */
  take?(deliveries: readonly DeliveryRequest[], ctx: Ctx, tx: Tx): boolean;
}
