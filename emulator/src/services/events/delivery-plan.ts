// What each target of a rule gets of an event, worked out once per rule so that an event costs little.
import type { DeliveryRequest, RetryRule } from '#core/outbox';
import type { ServicePrincipal } from '#core/principal';
import type { Frozen } from '#core/records';
import type { Target } from '#model/events';
import { inputMaker, type MakeInput } from './input/target-input.ts';

/** A whole event, as its rules and targets see it. */
export interface BusEvent {
  readonly id: string;
  /** The envelope as JSON. */
  readonly text: string;
  readonly receivedMs: number;
  readonly traceHeader?: string | undefined;
  /** Buses that it came through before this one. */
  readonly hops: number;
}

export interface DeliveryPlan {
  readonly target: Frozen<Target>;
  readonly as: ServicePrincipal;
  readonly retry: RetryRule;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  readonly makeInput: MakeInput;
  readonly rule: string;
}

const MOST_RETRIES = 185;
const LONGEST_AGE_SECONDS = 86_400;

export function planDeliveries(rule: { readonly name: string; readonly arn: string }, targets: readonly Frozen<Target>[]): DeliveryPlan[] {
  const as = { service: 'events.amazonaws.com', sourceArn: rule.arn };
  return targets.map((target) => ({
    target,
    as,
    retry: {
      maxRetries: target.RetryPolicy?.MaximumRetryAttempts ?? MOST_RETRIES,
      maxAgeMs: (target.RetryPolicy?.MaximumEventAgeInSeconds ?? LONGEST_AGE_SECONDS) * 1000,
    },
    parameters: target.SqsParameters?.MessageGroupId === undefined ? undefined : { MessageGroupId: target.SqsParameters.MessageGroupId },
    makeInput: inputMaker(target, rule),
    rule: rule.name,
  }));
}

/** What the targets are to get. */
export const deliveriesOf = (plans: readonly DeliveryPlan[], event: BusEvent): DeliveryRequest[] =>
  plans.map(({ target, as, retry, parameters, makeInput, rule }) => ({
    targetArn: target.Arn,
    payload: makeInput(event),
    as,
    retry,
    deadLetterArn: target.DeadLetterConfig?.Arn,
    parameters: event.traceHeader === undefined ? parameters : { ...parameters, TraceHeader: event.traceHeader },
    about: { rule, ruleArn: as.sourceArn ?? '', target: target.Id, event: event.id, hops: String(event.hops) },
  }));
