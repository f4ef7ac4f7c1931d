// Deliveries, as services request them and as the outbox stores them.
import type { DeliveryParameters, Destination } from './destination.ts';
import type { EventText } from './logged-event.ts';

/** An event on its way through buses and rules. */
export interface DeliveredEvent {
  readonly id: string;
  /** How many buses it came through before this one. */
  readonly hops: number;
  readonly traceHeader?: string | undefined;
}

/** An event with all members of its envelope. */
export interface WholeEvent {
  readonly id: string;
  readonly text: EventText;
}

/** One thing to deliver. */
export interface DeliveryRequest {
  readonly to: Destination;
  /** The text that the target receives, usually JSON. */
  readonly payload: string;
  /** Parameters of this payload alone; they override those of the destination. */
  readonly parameters?: DeliveryParameters | undefined;
  /**
   * Deliveries of one line reach their target in the order of their posting: while one is retried, those behind it wait. Unique within
   * account and region, e.g. a subscription's ARN and a message group.
   */
  readonly line?: string | undefined;
  /** The event from which the payload was made, if there is one. */
  readonly event?: DeliveredEvent | undefined;
  /** The event that the payload is: its bus need not read it. */
  readonly wholeEvent?: WholeEvent | undefined;
  /** Text that the sender gets back with the outcome (`DeliverySender.reportOutcome`). Deliveries with a report always go through the outbox. */
  readonly report?: string | undefined;
}

/** A delivery as stored. The event's hops and trace header are folded into `parameters`, its id into `about`. */
export interface Delivery extends Destination {
  readonly payload: string;
  readonly line?: string | undefined;
  readonly report?: string | undefined;
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly createdMs: number;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly trace: string;
}
