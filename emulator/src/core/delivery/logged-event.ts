// The shapes in which the last events of buses are remembered and shown.
import type { PatternReport } from '#lib/pattern/pattern-report';

/** Why a rule did not take an event. */
export interface RuleMiss {
  readonly name: string;
  readonly reason: string;
  /** 0: all fields match; 1: none does. */
  readonly distance: number;
  /** The pattern's answer about each field; undefined where it was not asked. */
  readonly report?: PatternReport | undefined;
}

/** A rule of another bus that would take an event. */
export interface RuleElsewhere {
  /** ARN of its bus. */
  readonly bus: string;
  readonly name: string;
}

/** The rules of a bus as they are now. */
export interface EventRules {
  /** ARN of the bus. */
  readonly arn: string;
  /** The number of rules with a pattern. */
  readonly size: number;
  /** Changes with each change of a rule or its targets. */
  readonly version: string | undefined;
  /** Why the rules that are not among `matched` do not take the event; undefined where there are too many to tell. */
  misses(text: string, matched: ReadonlySet<string>): readonly RuleMiss[] | undefined;
  /** Rules of the other buses of this account and region that would take the event, some at most. */
  elsewhere(text: string): readonly RuleElsewhere[];
}

/** A rule that took an event. */
export interface TakingRule {
  readonly name: string;
  readonly arn: string;
  readonly plans: readonly { readonly to: { readonly targetArn: string } }[];
}

/** An event as JSON, which may be made when somebody reads it. `length`: its characters, or about as many. */
export type EventText = string | { readonly length: number; toString(): string };

/** An event as its bus notes it. */
export interface NotedEvent {
  readonly id: string;
  readonly receivedMs: number;
  readonly text: EventText;
}

export interface PublishedEvent extends NotedEvent {
  readonly text: string;
}

/** An event on one bus. */
export interface Publication {
  readonly event: PublishedEvent;
  readonly rules: EventRules;
  /** The version that the rules had when the event came. */
  readonly version: string | undefined;
  readonly matched: readonly TakingRule[];
}

/** Why nothing is sent to a target. */
export interface Refusal {
  /** ARN of the rule. */
  readonly rule: string;
  readonly targetArn: string;
  readonly problem: string;
}

export type DeliveryEnd = 'delivered' | 'dead-lettered' | 'lost';

export interface Attempt {
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
  readonly publications: readonly Publication[];
  readonly deliveries: readonly DeliveryTrace[];
}
