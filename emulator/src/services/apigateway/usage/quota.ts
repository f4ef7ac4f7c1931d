// Quotas of usage plans: how many requests a key has made in a period, by days, and how many are left.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Plan, usage } from '#services/apigateway/rest-state';

const DAY_MS = 86_400_000;

/** `2026-03-12`, in UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first day of the period that holds this time; weeks begin on Sunday. */
export function periodStart(period: string | undefined, ms: number): string {
  if (period === 'MONTH') return `${dayOf(ms).slice(0, 7)}-01`;
  if (period === 'WEEK') return dayOf(ms - new Date(ms).getUTCDay() * DAY_MS);
  return dayOf(ms);
}

/** Requests that are left on that day; undefined where the plan has no quota. */
export function remainingOn(plan: Frozen<Plan>, key: string, ms: number, ctx: Ctx): number | undefined {
  const { limit, period, offset = 0 } = plan.quota ?? {};
  if (limit === undefined) return undefined;
  const [start, end] = [periodStart(period, ms), dayOf(ms)];
  const days = ctx.records(usage).range([plan.id, key], { from: [plan.id, key, start] });
  const counted = days.filter(({ day }) => day <= end);
  const used = counted.reduce((sum, day) => sum + day.used - day.granted, 0);
  // The offset counts in the first period of the plan only.
  const isFirst = periodStart(period, plan.createdMs) === start;
  return Math.max(0, limit - (isFirst ? offset : 0) - used);
}

export function countRequest(plan: Frozen<Plan>, key: string, ctx: Ctx): void {
  const day = dayOf(ctx.now());
  const before = ctx.records(usage).get([plan.id, key, day]) ?? { plan: plan.id, key, day, used: 0, granted: 0 };
  ctx.write((tx) => tx.put(ctx.records(usage), [plan.id, key, day], { ...before, used: before.used + 1 }));
}
