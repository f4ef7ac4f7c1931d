// GetUsage, UpdateUsage: the requests of keys, day by day.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { pageOfItems } from '#services/apigateway/control/rest/pages';
import { numberIn } from '#services/apigateway/control/rest/patch/patch-paths';
import { type Plan, planKeys, usage } from '#services/apigateway/rest-state';
import { dayOf, remainingOn } from '#services/apigateway/usage/quota';
import { findKey } from './api-keys.ts';
import { findPlan } from './usage-plans.ts';

const DAY_MS = 86_400_000;
/** Limit: days that GetUsage covers. */
const MAX_DAYS = 90;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function timeOf(date: string): number {
  const ms = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) throw bad(`Invalid date specified: ${date}. Must be of the form yyyy-MM-dd`);
  return ms;
}

/** `[used, left]` for each day. */
function daysOf(plan: Frozen<Plan>, key: string, fromMs: number, toMs: number, ctx: Ctx): number[][] {
  const days: number[][] = [];
  for (let ms = fromMs; ms <= toMs; ms += DAY_MS) {
    const used = ctx.records(usage).get([plan.id, key, dayOf(ms)])?.used ?? 0;
    days.push([used, remainingOn(plan, key, ms, ctx) ?? 0]);
  }
  return days;
}

export const GetUsage = operation('GetUsage', ({ usagePlanId, startDate, endDate, keyId, ...page }, ctx) => {
  const plan = findPlan(usagePlanId, ctx);
  const [fromMs, toMs] = [timeOf(startDate), timeOf(endDate)];
  if (toMs < fromMs || toMs - fromMs > MAX_DAYS * DAY_MS) throw bad(`The dates must be in order, and at most ${MAX_DAYS} days apart`);
  const all =
    keyId === undefined
      ? ctx
          .records(planKeys)
          .range([usagePlanId])
          .map(({ id }) => id)
      : [findKey(keyId, ctx).id];
  const { items, position } = pageOfItems(all, (id) => [id], page);
  const shown = items.map((id): [string, number[][]] => [id, daysOf(plan, id, fromMs, toMs, ctx)]);
  return { usagePlanId, startDate, endDate, items: Object.fromEntries(shown), position };
});

/** Sets what is left of the present period. */
export const UpdateUsage = operation('UpdateUsage', ({ usagePlanId, keyId, patchOperations = [] }, ctx) => {
  const plan = findPlan(usagePlanId, ctx);
  findKey(keyId, ctx);
  const day = dayOf(ctx.now());
  for (const { op, path = '', value } of patchOperations) {
    if (path !== '/remaining') throw bad(`Invalid patch path  '${path}' specified for op '${op}'. Must be one of: [/remaining]`);
    if (op !== 'replace') throw bad(`Invalid patch path  '${path}' specified for op '${op}'. Please choose supported operations`);
    const left = remainingOn(plan, keyId, ctx.now(), ctx);
    if (left === undefined) throw bad('Usage Plan has no quota');
    const before = ctx.records(usage).get([usagePlanId, keyId, day]) ?? { plan: usagePlanId, key: keyId, day, used: 0, granted: 0 };
    const granted = before.granted + numberIn({ path, value }) - left;
    ctx.write((tx) => tx.put(ctx.records(usage), [usagePlanId, keyId, day], { ...before, granted }));
  }
  const now = timeOf(day);
  return { usagePlanId, startDate: day, endDate: day, items: { [keyId]: daysOf(plan, keyId, now, now, ctx) } };
});
