// Says why an enabled schedule will not run.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { scheduleArn } from '#services/scheduler/arns';
import { SCHEDULE_NEVER_RUNS } from '#services/scheduler/messages';
import type { Schedule } from '#services/scheduler/state';

/** Says nothing of schedules that are disabled or have run. */
export function tellIdle({ group, name, state, expression, timezone, startMs, endMs, lastMs, nextMs }: Frozen<Schedule>, ctx: Ctx): void {
  if (state === 'DISABLED' || nextMs !== undefined || lastMs !== undefined) return;
  const from = startMs === undefined ? '' : ` from ${new Date(startMs).toISOString()}`;
  const to = endMs === undefined ? '' : ` until ${new Date(endMs).toISOString()}`;
  const facts = { schedule: `${group}/${name}`, expression, timezone, between: `${from}${to}` };
  ctx.report(SCHEDULE_NEVER_RUNS, facts, { what: 'problem', resource: scheduleArn(ctx, group, name) });
}
