// Rules with a schedule: when due, each sends an event of its own to its own targets.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { isoSeconds } from '#lib/iso-seconds';
import { nextOccurrence, parseSchedule } from '#lib/schedule';
import { table } from '#lib/table';
import { ruleArn } from '#services/events/arns';
import { envelope, kindText } from '#services/events/envelope';
import { busNamed } from '#services/events/find-bus';
import { busLogOf } from '#services/events/logging/bus-log';
import { logReceipt } from '#services/events/logging/event-steps';
import { readRule } from '#services/events/matching/matchers';
import { addDeliveries } from '#services/events/matching/routes';
import { type Rule, rules } from '#services/events/state';

const FIRE = 'events.schedule';

/** Schedules the next time at which the rule fires, or removes the schedule if there is none. */
export function arm(tx: Tx, { bus, name, schedule: text, scheduledMs, state }: Frozen<Rule>, ctx: Ctx): void {
  const schedule = text === undefined || state === 'DISABLED' ? undefined : parseSchedule(text);
  const atMs = schedule && nextOccurrence(schedule, scheduledMs, ctx.now());
  if (atMs === undefined) disarm(tx, bus, name, ctx);
  else ctx.later(tx, FIRE, [bus, name], atMs);
}

export const disarm = (tx: Tx, bus: string, name: string, ctx: Ctx): void => ctx.unschedule(tx, FIRE, [bus, name]);

/** Sends the event of the rule's schedule. */
export function fire(bus: string, name: string, ctx: Ctx): void {
  const rule = ctx.records(rules).get([bus, name]);
  if (rule?.schedule === undefined || rule.state === 'DISABLED') return;
  const id = ctx.id();
  const kind = kindText({
    detailType: 'Scheduled Event',
    source: 'aws.events',
    account: ctx.account,
    time: isoSeconds(ctx.now()),
    region: ctx.region,
    resources: [ruleArn(ctx, bus, name)],
  });
  ctx.write((tx) => {
    const event = { id, text: envelope(id, kind, '{}'), receivedMs: ctx.now(), hops: 0 };
    const deliveries: DeliveryRequest[] = [];
    const log = busLogOf(busNamed(bus, ctx), ctx);
    if (log) logReceipt(log, event, false, ctx);
    addDeliveries(deliveries, [readRule(bus, name, ctx)], event, ctx, { log });
    if (log) deliveries.push(...log.requests());
    ctx.deliver(tx, deliveries);
    arm(tx, rule, ctx);
  });
}

export const work: Readonly<Record<string, DueWork>> = table({
  [FIRE]: ([bus, name], ctx) => fire(String(bus), String(name), ctx),
});
