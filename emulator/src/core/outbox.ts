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

/** Where something is to go, and how: the same for all that a rule sends to one of its targets. */
export interface Destination {
  readonly targetArn: string;
  readonly as: ServicePrincipal;
  readonly retry: RetryRule;
  readonly deadLetterArn?: string | undefined;
  /** What the kind of target needs besides, e.g. `{ MessageGroupId }`. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** What this is about, for logs and dead letters: rule ARN, target id. */
  readonly about: Readonly<Record<string, string>>;
}

/** An event on its way. */
export interface Subject {
  readonly id: string;
  /** Buses that it came through before this one. */
  readonly hops: number;
  readonly traceHeader?: string | undefined;
}

export interface DeliveryRequest {
  readonly to: Destination;
  /** What the target gets: text, usually JSON. */
  readonly payload: string;
  readonly subject?: Subject | undefined;
}

/** A request as the outbox keeps it: what its subject says lies among the parameters and in what it is about. */
export interface Delivery extends Destination {
  readonly payload: string;
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
