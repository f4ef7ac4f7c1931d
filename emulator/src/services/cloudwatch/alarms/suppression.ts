// Actions of composite alarms that a suppressor alarm holds back, with a wait before it and an extension after it.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { alarms, type CompositeAlarm, type Suppression } from '#services/cloudwatch/state';
import { runActions } from './actions.ts';

/** The suppression that a change of the alarm's state begins, with work for its end. Undefined where the actions run at once. */
export function suppressionOf(alarm: Frozen<CompositeAlarm>, tx: Tx, ctx: Ctx): Suppression | undefined {
  const { suppressor, suppression } = alarm;
  if (!suppressor) return undefined;
  const sinceMs = ctx.now();
  if (isSuppressing(alarm, ctx)) return { by: 'Alarm', sinceMs };
  if (suppression?.by === 'ExtensionPeriod') return suppression;
  if (suppressor.waitSeconds === 0) return undefined;
  ctx.later(tx, 'cloudwatch.suppress', [alarm.name], sinceMs + suppressor.waitSeconds * 1000);
  return { by: 'WaitPeriod', sinceMs };
}

const isSuppressing = ({ suppressor }: Frozen<CompositeAlarm>, ctx: Ctx): boolean =>
  suppressor !== undefined && ctx.records(alarms).get([suppressor.name])?.state.value === 'ALARM';

/** Goes on with a suppression whose time is over, or whose suppressor has changed. */
export function continueSuppression(name: string, ctx: Ctx): void {
  const records = ctx.records(alarms);
  const alarm = records.get([name]);
  if (alarm?.kind !== 'composite' || !alarm.suppression || !alarm.suppressor) return;
  const { suppression, suppressor } = alarm;
  const nowMs = ctx.now();
  const hold = (by: Suppression['by'], untilMs?: number) =>
    ctx.write((tx) => {
      tx.put(records, [name], { ...alarm, suppression: { by, sinceMs: nowMs } });
      if (untilMs !== undefined) ctx.later(tx, 'cloudwatch.suppress', [name], untilMs);
    });
  if (isSuppressing(alarm, ctx)) {
    if (suppression.by !== 'Alarm') hold('Alarm');
    return;
  }
  const seconds = suppression.by === 'WaitPeriod' ? suppressor.waitSeconds : suppressor.extensionSeconds;
  if (suppression.by === 'Alarm' && seconds > 0) {
    hold('ExtensionPeriod', nowMs + seconds * 1000);
    return;
  }
  const endMs = suppression.by === 'Alarm' ? nowMs : suppression.sinceMs + seconds * 1000;
  ctx.write((tx) => {
    if (nowMs < endMs) return ctx.later(tx, 'cloudwatch.suppress', [name], endMs);
    const { suppression: _over, previous, ...free } = alarm;
    tx.put(records, [name], free);
    if (previous && previous.value !== free.state.value) runActions({ alarm: free, before: previous }, tx, ctx);
  });
}
