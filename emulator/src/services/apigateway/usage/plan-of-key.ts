// The usage plan by which a key may call a stage: the key must be enabled, and in a plan of that stage.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Key, keys, keyValues, type Plan, planKeys, plans } from '#services/apigateway/rest-state';

export interface KeyWithPlan {
  readonly key: Frozen<Key>;
  readonly plan: Frozen<Plan>;
}

/** Undefined where the key may not. */
export function planOfKey(value: unknown, apiId: string, stage: string, ctx: Ctx): KeyWithPlan | undefined {
  const id = typeof value === 'string' ? ctx.records(keyValues).get([value])?.id : undefined;
  const key = id === undefined ? undefined : ctx.records(keys).get([id]);
  if (key?.enabled !== true) return undefined;
  const isOfStage = (plan: Frozen<Plan>): boolean => plan.apiStages.some((each) => each.apiId === apiId && each.stage === stage);
  const plan = ctx
    .records(plans)
    .range([])
    .find((each) => isOfStage(each) && ctx.records(planKeys).has([each.id, key.id]));
  return plan && { key, plan };
}
