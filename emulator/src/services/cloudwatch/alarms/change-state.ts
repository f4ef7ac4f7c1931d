// Changes the state of an alarm: its record, history, actions, and the composite alarms that name it, all in one write.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { alarmArn } from '#services/cloudwatch/arns';
import { type Alarm, type AlarmState, alarms, type CompositeAlarm, parents, type StateValue } from '#services/cloudwatch/state';
import { runActions, tellStateChange } from './actions.ts';
import { parseRule } from './composite-rule.ts';
import { addStateUpdate } from './history.ts';
import { ALARM_CHANGED } from './messages.ts';
import { mutedUntil } from './mute-windows.ts';
import { offsetTime } from './sentences.ts';
import { suppressionOf } from './suppression.ts';

export interface NewState {
  readonly value: StateValue;
  readonly reason: string;
  readonly reasonData?: string | undefined;
}

export function changeState(alarm: Frozen<Alarm>, next: NewState, tx: Tx, ctx: Ctx): void {
  const nowMs = ctx.now();
  const { state: before } = alarm;
  const isChange = before.value !== next.value;
  const state: AlarmState = { ...next, updatedMs: nowMs, transitionedMs: isChange ? nowMs : before.transitionedMs };
  if (!isChange) {
    tx.put(ctx.records(alarms), [alarm.name], { ...alarm, state });
    return;
  }
  tx.after(() => ctx.log.write(ALARM_CHANGED, { alarm: alarm.name, before: before.value, after: next.value, reason: next.reason }));
  const changed = heldBack({ ...alarm, state }, before, tx, ctx);
  tx.put(ctx.records(alarms), [alarm.name], changed);
  addStateUpdate(changed, before, tx, ctx);
  tellStateChange({ alarm: changed, before }, tx, ctx);
  const isHeldBack = changed.isMuted || (changed.kind === 'composite' && changed.suppression !== undefined);
  if (changed.actionsEnabled && !isHeldBack) runActions({ alarm: changed, before }, tx, ctx);
  judgeParents(alarm.name, tx, ctx);
}

/** The alarm with the reason why its actions are held back, where they are, and work for the time at which that ends. */
function heldBack(alarm: Frozen<Alarm>, before: Frozen<AlarmState>, tx: Tx, ctx: Ctx): Frozen<Alarm> {
  if (!alarm.actionsEnabled) return { ...alarm, isMuted: undefined };
  if (alarm.kind === 'composite') {
    const suppression = suppressionOf(alarm, tx, ctx);
    if (suppression) return { ...alarm, suppression, previous: alarm.suppression ? alarm.previous : before };
  }
  const untilMs = mutedUntil(alarm.name, ctx);
  if (untilMs !== undefined) ctx.later(tx, 'cloudwatch.unmute', [alarm.name], untilMs);
  const free = alarm.kind === 'composite' ? { ...alarm, suppression: undefined, previous: undefined } : alarm;
  return { ...free, isMuted: untilMs === undefined ? undefined : true };
}

/** Judges the composite alarms whose rules name the alarm. */
function judgeParents(child: string, tx: Tx, ctx: Ctx): void {
  const records = ctx.records(alarms);
  for (const [, name] of ctx.records(parents).keys([child])) {
    const parent = records.get([name]);
    if (parent?.kind !== 'composite') continue;
    if (parent.children.includes(child)) judge(parent, child, tx, ctx);
    if (parent.suppressor?.name === child) suppressorChanged(name, tx, ctx);
  }
}

/** The suppressor of an alarm has another state: what is due now is looked at. */
const suppressorChanged = (name: string, tx: Tx, ctx: Ctx): void => ctx.later(tx, 'cloudwatch.suppress', [name], ctx.now());

/** Judges a composite alarm; `child`: the alarm whose change is the cause, absent for a new rule. Alarms that name each other are not judged. */
export function judge(alarm: Frozen<CompositeAlarm>, child: string | undefined, tx: Tx, ctx: Ctx): void {
  const records = ctx.records(alarms);
  if (isCircular(alarm.name, ctx)) return;
  const value = parseRule(alarm.rule).test((name) => records.get([name])?.state.value) ? 'ALARM' : 'OK';
  if (value === alarm.state.value && child !== undefined) return;
  const causes = child === undefined ? alarm.children : [child];
  const triggeringAlarms = causes.flatMap((name) => {
    const state = records.get([name])?.state;
    return state ? [{ arn: alarmArn(name, ctx), state: { value: state.value, timestamp: offsetTime(state.transitionedMs) } }] : [];
  });
  const [first = alarm.name] = causes;
  const cause = alarmArn(child ?? first, ctx);
  const reason =
    child === undefined
      ? `${alarmArn(alarm.name, ctx)} was created and its alarm rule evaluates to ${value}`
      : `${cause} transitioned to ${records.get([child])?.state.value} at ${longTime(ctx.now())}`;
  changeState(alarm, { value, reason, reasonData: JSON.stringify({ triggeringAlarms }) }, tx, ctx);
}

function isCircular(name: string, ctx: Ctx): boolean {
  const records = ctx.records(alarms);
  const seen = new Set<string>();
  const open = [name];
  for (const each of open) {
    const alarm = records.get([each]);
    for (const child of alarm?.kind === 'composite' ? alarm.children : []) {
      if (child === name) return true;
      if (seen.has(child)) continue;
      seen.add(child);
      open.push(child);
    }
  }
  return false;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** `Friday 22 July, 2022 15:57:45 UTC` */
function longTime(ms: number): string {
  const date = new Date(ms);
  const day = `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}, ${date.getUTCFullYear()}`;
  return `${day} ${date.toISOString().slice(11, 19)} UTC`;
}
