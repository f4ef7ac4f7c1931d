// Finds the rules of a bus that an event matches. With DEBUG=events it logs them, and why the other rules did not match.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { BusLog } from '#services/events/logging/bus-log';
import { logInvocation, logMatch } from '#services/events/logging/event-steps';
import { INPUT_NOT_JSON } from '#services/events/messages';
import { type BusEvent, deliveryOf } from './delivery-plan.ts';
import { type BusRules, type MatchedRule, matchRules } from './matchers.ts';

/** @throws MalformedEvent */
export function rulesFor(known: BusRules, event: BusEvent, ctx: Ctx): readonly MatchedRule[] {
  const found = matchRules(known, event.text, ctx);
  if (ctx.log.debugging) tell(known, event, found, ctx);
  return found;
}

const tell = (known: BusRules, event: BusEvent, found: readonly MatchedRule[], ctx: Ctx): void =>
  ctx.log.debug(() => describe(known, event, found));

const namesOf = (found: readonly MatchedRule[]): ReadonlySet<string> => new Set(found.map(({ name }) => name));

/** Lets people ask what became of the event. */
export function noteEvent(known: BusRules, event: BusEvent, matched: readonly MatchedRule[], ctx: Ctx): void {
  ctx.noteEvent(event, known, matched);
}

/** Whether a rule took the event, apart from rules that feed archives. */
export const isTaken = (found: readonly MatchedRule[]): boolean => found.some(({ isArchive }) => !isArchive);

/** Appends the deliveries of the event to the targets of the matched rules. `log`: that of the bus, if it has one. */
export function addDeliveries(
  to: DeliveryRequest[],
  found: readonly MatchedRule[],
  event: BusEvent,
  ctx: Ctx,
  { log }: { readonly log?: BusLog | undefined } = {},
): void {
  const { metrics } = ctx;
  for (const rule of found) {
    const { arn, plans } = rule;
    countMatch(rule, metrics);
    // "EventBridge does not log events that only match managed rules."
    const ids = log && !rule.isArchive ? logMatch(log, rule, event, ctx) : undefined;
    let at = 0;
    for (const plan of plans) {
      const delivery = deliveryOf(plan, event);
      const id = ids?.[at++];
      if (!delivery) refuseInput(arn, plan.to.targetArn, event, ctx);
      else to.push(log && id !== undefined ? logInvocation(log, delivery, { id, rule: arn }, event, ctx) : delivery);
    }
  }
}

function countMatch(rule: MatchedRule, metrics: Ctx['metrics']): void {
  const meter = metrics.meterFor(rule, 'AWS/Events', () => dimensionsOf(rule));
  meter.add('MatchedEvents');
  meter.add('TriggeredRules');
  if (rule.plans.length > 0) meter.add('Invocations', rule.plans.length);
}

/** Rules of other buses than the default one have the bus as a dimension, too. */
function dimensionsOf({ arn, name }: MatchedRule): string[] {
  const [bus = ''] = arn.slice(arn.indexOf(':rule/') + ':rule/'.length).split('/', 2);
  return bus === name ? ['RuleName', name] : ['EventBusName', bus, 'RuleName', name];
}

/** The real service drops such events without a word (localstack/localstack, nested_keys_replacement_not_valid). */
function refuseInput(rule: string, targetArn: string, { id }: BusEvent, ctx: Ctx): void {
  ctx.log.write(INPUT_NOT_JSON, { eventId: id, rule, targetArn });
  ctx.noteRefusal(
    id,
    { rule, targetArn, problem: 'The template of the input transformer makes no JSON of this event.' },
    INPUT_NOT_JSON.code,
  );
}

function describe(known: BusRules, event: BusEvent, found: readonly MatchedRule[]): string {
  const matched = found.length === 0 ? 'none' : found.map(({ name }) => name).join(', ');
  const misses = known.misses(event.text, namesOf(found)) ?? [];
  const reasons = misses.map(({ name, reason }) => `${name}: ${reason}`);
  const rest = reasons.length === 0 ? '' : `; not ${reasons.join('; not ')}`;
  return `event ${event.id} on ${known.bus}: ${known.size} rules tried, matched ${matched}${rest}`;
}
