// The last events of all buses and what became of them, in memory. Explanations are made when somebody asks: an event costs its entry only.
import type { Frozen } from '#core/records';
import type { Delivery } from './delivery.ts';

/** Why a rule did not take an event. */
export interface RuleMiss {
  readonly name: string;
  readonly reason: string;
}

/** The rules of a bus as they are now. */
export interface EventRules {
  /** The number of rules with a pattern. */
  readonly size: number;
  /** Changes with each change of a rule or its targets. */
  readonly version: string | undefined;
  /** Why the rules that are not among `matched` do not take the event; undefined where there are too many to tell. */
  misses(text: string, matched: ReadonlySet<string>): readonly RuleMiss[] | undefined;
}

/** A rule that took an event. */
export interface TakingRule {
  readonly name: string;
  readonly arn: string;
  readonly plans: readonly { readonly to: { readonly targetArn: string } }[];
}

/** An event on one bus. */
export interface Publication {
  /** ARN of the bus. */
  readonly bus: string;
  readonly atMs: number;
  /** The event as JSON. */
  readonly text: string;
  readonly matched: readonly TakingRule[];
  readonly rules: EventRules;
  /** Of the rules when the event came. */
  readonly version: string | undefined;
}

/** Why nothing is sent to a target. */
export interface Refusal {
  /** ARN of the rule. */
  readonly rule: string;
  readonly targetArn: string;
  readonly problem: string;
}

export type DeliveryEnd = 'delivered' | 'dead-lettered' | 'lost';

interface Attempt {
  readonly atMs: number;
  /** `code: message`; undefined where the target took the event. */
  readonly problem: string | undefined;
}

/** A delivery that goes through the outbox. Targets that take events in the write that publishes them have none. */
export interface DeliveryTrace {
  /** ARN of the rule. */
  readonly rule: string | undefined;
  readonly targetArn: string;
  readonly attempts: Attempt[];
  /** When the next attempt begins; undefined if none is scheduled. */
  nextMs: number | undefined;
  end: DeliveryEnd | undefined;
}

/** Everything known about the events with one id: an event that a bus sends to another of the same region keeps its id. */
export interface LoggedEvent {
  readonly id: string;
  readonly publications: Publication[];
  /** By the id of the delivery. */
  readonly deliveries: Map<string, DeliveryTrace>;
  /** The share of the event in `MAX_CHARACTERS`. */
  characters: number;
}

/** Characters of all events together, with those that stand for rules and deliveries; the oldest events leave first. */
const MAX_CHARACTERS = 4_000_000;
const MAX_EVENTS = 2000;
const MAX_ATTEMPTS = 20;
/** The memory of a rule that took an event, and of a delivery with its attempts, in characters. */
const RULE_CHARACTERS = 20;
const DELIVERY_CHARACTERS = 500;

export class EventLog {
  readonly #events = new Map<string, LoggedEvent>();
  readonly #followers = new Set<(event: LoggedEvent) => void>();
  #characters = 0;

  publish(id: string, publication: Publication): void {
    let event = this.#events.get(id);
    if (!event) this.#events.set(id, (event = { id, publications: [], deliveries: new Map(), characters: 0 }));
    event.publications.push(publication);
    this.#charge(event, publication.text.length + publication.matched.length * RULE_CHARACTERS);
    for (const see of this.#followers) see(event);
  }

  /** The event takes more memory; the oldest events leave. */
  #charge(event: LoggedEvent, characters: number): void {
    event.characters += characters;
    this.#characters += characters;
    while (this.#characters > MAX_CHARACTERS || this.#events.size > MAX_EVENTS) this.#dropOldest();
  }

  #dropOldest(): void {
    const [oldest] = this.#events.values();
    if (!oldest) return;
    this.#characters -= oldest.characters;
    this.#events.delete(oldest.id);
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
    const event = this.#events.get(eventId);
    if (!event) return;
    event.deliveries.set(id, trace);
    this.#charge(event, DELIVERY_CHARACTERS);
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
    return about.eventId === undefined ? undefined : this.#events.get(about.eventId)?.deliveries.get(id);
  }

  /** The oldest first. */
  recent(count: number): LoggedEvent[] {
    return count > 0 ? [...this.#events.values()].slice(-count) : [];
  }
  find(id: string): LoggedEvent | undefined {
    return this.#events.get(id);
  }
  /** Calls `see` with each event as it is published, until the returned function is called. */
  follow(see: (event: LoggedEvent) => void): () => void {
    this.#followers.add(see);
    return () => void this.#followers.delete(see);
  }
  clear(): void {
    this.#events.clear();
    this.#characters = 0;
  }
}
