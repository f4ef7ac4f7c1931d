// Due work of alarms: evaluate, look at new points, end suppressions and mutes.
import type { Ctx } from '#core/ctx';
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { alarms } from '#services/cloudwatch/state';
import { runActions } from './actions.ts';
import { evaluateAlarm, evaluateSoon } from './evaluate-alarm.ts';
import { mutedUntil } from './mute-windows.ts';
import { continueSuppression } from './suppression.ts';

export const work = table<DueWork>({
  'cloudwatch.evaluate': ([name], ctx) => evaluateAlarm(String(name), ctx),
  /** A metric of the alarm has new points. */
  'cloudwatch.points': ([name], ctx) => {
    const alarm = ctx.records(alarms).get([String(name)]);
    if (alarm?.kind === 'metric') ctx.write((tx) => evaluateSoon(alarm, tx, ctx));
  },
  'cloudwatch.suppress': ([name], ctx) => continueSuppression(String(name), ctx),
  'cloudwatch.unmute': ([name], ctx) => unmute(String(name), ctx),
});

/** Runs the actions that a mute rule held back, if the alarm still has the state. */
function unmute(name: string, ctx: Ctx): void {
  const records = ctx.records(alarms);
  const alarm = records.get([name]);
  if (!alarm?.isMuted) return;
  const untilMs = mutedUntil(name, ctx);
  ctx.write((tx) => {
    if (untilMs !== undefined) return ctx.later(tx, 'cloudwatch.unmute', [name], untilMs);
    const { isMuted: _over, ...free } = alarm;
    tx.put(records, [name], free);
    runActions({ alarm: free, before: free.state, isAfterMute: true }, tx, ctx);
  });
}
