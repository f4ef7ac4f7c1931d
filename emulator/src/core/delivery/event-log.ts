// The last events of all buses and what became of them, in memory. Explanations are made when somebody asks.
import type { Frozen } from '#core/records';
import type { Delivery } from './delivery.ts';
import { EventRing } from './event-ring.ts';
import type {
  Attempt,
  DeliveryEnd,
  DeliveryTrace,
  EventRules,
  LoggedEvent,
  NotedEvent,
  Publication,
  Refusal,
  TakingRule,
} from './logged-event.ts';

/** Limit: deliveries of all events that `emulator events` remembers. With more, the oldest events leave. */
const MAX_DELIVERIES = 8000;
/** Limit: attempts of one delivery that `emulator events` remembers. */
const MAX_ATTEMPTS = 20;

export class EventLog {
  readonly #ring = new EventRing((number) => this.#forget(number));
  /** The deliveries of events that have some, by the number of the event. */
  readonly #deliveries = new Map<number, Map<string, DeliveryTrace>>();
  /** The newest event with an id, as far as it has deliveries. */
  readonly #numbers = new Map<string, number>();
  #count = 0;
  readonly #followers = new Set<(publication: Publication) => void>();

  publish(event: NotedEvent, rules: EventRules, matched: readonly TakingRule[]): void {
    this.#ring.add(event, rules, matched);
    if (this.#followers.size === 0) return;
    const published = { ...event, text: String(event.text) };
    for (const see of this.#followers) see({ event: published, rules, version: rules.version, matched });
  }

  #forget(number: number): void {
    if (this.#deliveries.size === 0) return;
    const deliveries = this.#deliveries.get(number);
    if (!deliveries) return;
    this.#count -= deliveries.size;
    this.#deliveries.delete(number);
    const id = this.#ring.idOf(number);
    if (this.#numbers.get(id) === number) this.#numbers.delete(id);
  }

  /** A delivery of the event is in the outbox. */
  post({ id, targetArn, about }: Frozen<Delivery>): void {
    const trace = { rule: about.resourceArn, targetArn, attempts: [], nextMs: undefined, end: undefined };
    if (about.eventId !== undefined) this.#add(about.eventId, id, trace);
  }

  /** Nothing is sent to a target of the event. */
  refuse(eventId: string, { rule, targetArn, problem }: Refusal, atMs: number): void {
    this.#add(eventId, `${rule} ${targetArn}`, { rule, targetArn, attempts: [{ atMs, problem }], nextMs: undefined, end: 'lost' });
  }

  #add(eventId: string, id: string, trace: DeliveryTrace): void {
    const number = this.#numbers.get(eventId) ?? this.#ring.newest(eventId);
    if (number === undefined) return;
    this.#numbers.set(eventId, number);
    let deliveries = this.#deliveries.get(number);
    if (!deliveries) this.#deliveries.set(number, (deliveries = new Map()));
    deliveries.set(id, trace);
    this.#count++;
    while (this.#count > MAX_DELIVERIES) this.#ring.dropOldest();
  }

  /** An attempt has ended: taken by its target, failed, or failed with another to come at `nextMs`. */
  attempt(delivery: Frozen<Delivery>, attempt: Attempt, nextMs?: number): void {
    const trace = this.#trace(delivery);
    if (!trace) return;
    if (trace.attempts.length < MAX_ATTEMPTS) trace.attempts.push(attempt);
    trace.nextMs = nextMs;
    if (attempt.problem === undefined) trace.end = 'delivered';
  }

  /** The delivery was put off without an attempt. */
  postpone(delivery: Frozen<Delivery>, nextMs: number): void {
    const trace = this.#trace(delivery);
    if (trace) trace.nextMs = nextMs;
  }

  /** The delivery was given up. */
  giveUp(delivery: Frozen<Delivery>, end: DeliveryEnd): void {
    const trace = this.#trace(delivery);
    if (trace) trace.end = end;
  }

  #trace({ id, about }: Frozen<Delivery>): DeliveryTrace | undefined {
    const number = about.eventId === undefined ? undefined : this.#numbers.get(about.eventId);
    return number === undefined ? undefined : this.#deliveries.get(number)?.get(id);
  }

  /** The oldest first. */
  recent(count: number): Publication[] {
    const { first, next } = this.#ring;
    const length = Math.min(count, next - first);
    return Array.from({ length }, (_, i) => this.#ring.publication(next - length + i));
  }

  /** Undefined if no event with this id is kept. */
  find(id: string): LoggedEvent | undefined {
    const { first, next } = this.#ring;
    const publications: Publication[] = [];
    const deliveries: DeliveryTrace[] = [];
    for (let number = first; number < next; number++) {
      if (this.#ring.idOf(number) !== id) continue;
      publications.push(this.#ring.publication(number));
      deliveries.push(...(this.#deliveries.get(number)?.values() ?? []));
    }
    return publications.length === 0 ? undefined : { publications, deliveries };
  }

  /** Calls `see` with each event as it is published, until the returned function is called. */
  follow(see: (publication: Publication) => void): () => void {
    this.#followers.add(see);
    return () => void this.#followers.delete(see);
  }

  clear(): void {
    while (this.#ring.first < this.#ring.next) this.#ring.dropOldest();
  }
}
