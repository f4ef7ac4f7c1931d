// Runs the actions of an alarm: messages to topics and functions, in the write that changes its state.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { alarmArn } from '#services/cloudwatch/arns';
import { ALARM_ACTION_SKIPPED } from './messages.ts';
import {
  type Change,
  type ConfigurationChange,
  configurationEvent,
  functionEvent,
  stateEvent,
  subjectOf,
  topicMessage,
} from './payloads.ts';

const RETRY = { maxRetries: 24, maxAgeMs: 3_600_000 };

export function runActions(change: Change, tx: Tx, ctx: Ctx): void {
  const { alarm } = change;
  const { state, okActions, alarmActions, insufficientDataActions } = alarm;
  const actions = state.value === 'OK' ? okActions : state.value === 'ALARM' ? alarmActions : insufficientDataActions;
  const deliveries = actions.flatMap((action) => {
    const delivery = deliveryTo(action, change, ctx);
    if (!delivery) tx.after(() => ctx.log.write(ALARM_ACTION_SKIPPED, { alarm: alarm.name, action }));
    return delivery ? [delivery] : [];
  });
  if (deliveries.length > 0) ctx.deliver(tx, deliveries);
}

function deliveryTo(action: string, change: Change, ctx: Ctx): DeliveryRequest | undefined {
  const service = parseArn(action)?.service;
  if (service !== 'sns' && service !== 'lambda') return undefined;
  const { name } = change.alarm;
  const principal = service === 'sns' ? 'cloudwatch.amazonaws.com' : 'lambda.alarms.cloudwatch.amazonaws.com';
  const to = {
    targetArn: action,
    as: { service: principal, sourceArn: alarmArn(name, ctx), sourceAccount: ctx.account },
    retry: RETRY,
    about: { service: 'cloudwatch', resource: `alarm ${name}`, resourceArn: alarmArn(name, ctx) },
    ...(service === 'sns' && { parameters: { subject: subjectOf(change, ctx) } }),
  };
  return {
    to,
    payload: service === 'sns' ? topicMessage(change, ctx) : functionEvent(change, ctx),
    report: JSON.stringify({ alarm: name, action }),
  };
}

function tellBus(payload: string, name: string, tx: Tx, ctx: Ctx): void {
  const as = { service: 'cloudwatch.amazonaws.com', sourceArn: alarmArn(name, ctx), sourceAccount: ctx.account };
  const to = {
    targetArn: `arn:aws:events:${ctx.region}:${ctx.account}:event-bus/default`,
    as,
    retry: RETRY,
    about: { service: 'cloudwatch', resource: `alarm ${name}`, resourceArn: as.sourceArn },
  };
  ctx.deliver(tx, [{ to, payload }]);
}

export const tellStateChange = (change: Change, tx: Tx, ctx: Ctx): void => tellBus(stateEvent(change, ctx), change.alarm.name, tx, ctx);

export const tellConfigurationChange = (alarm: Change['alarm'], operation: ConfigurationChange, tx: Tx, ctx: Ctx): void =>
  tellBus(configurationEvent(alarm, operation, ctx), alarm.name, tx, ctx);
