// Deliveries: as they are asked for, and as they are kept.
import type { DeliveryParameters, Destination } from './destination.ts';

/** An event on its way through buses and rules. */
export interface DeliveredEvent {
  readonly id: string;
  /** Buses that it came through before this one. */
  readonly hops: number;
  readonly traceHeader?: string | undefined;
}

/** One thing to deliver. */
export interface DeliveryRequest {
  readonly to: Destination;
  /** What the target gets: text, usually JSON. */
  readonly payload: string;
  /** What this payload alone is sent with; goes before the destination's own parameters. */
  readonly parameters?: DeliveryParameters | undefined;
  /**
   * Deliveries of one line reach their target in the order of their posting: while one is tried again, those behind it wait. Unique within
   * account and region, e.g. a subscription's ARN and a message group.
   */
  readonly line?: string | undefined;
  /** The event that the payload was made of, where there is one. */
  readonly event?: DeliveredEvent | undefined;
}

/** A delivery as the outbox keeps it: `parameters` and `about` say what its request said of the event, too. */
export interface Delivery extends Destination {
  readonly payload: string;
  readonly line?: string | undefined;
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly createdMs: number;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly trace: string;
}
