// CreateUsagePlanKey, GetUsagePlanKey, GetUsagePlanKeys, DeleteUsagePlanKey.
import type { Ctx } from '#core/ctx';
import { operation, type UsagePlanKey } from '#model/apigateway';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { planKeys, plans } from '#services/apigateway/rest-state';
import { findKey } from './api-keys.ts';
import { findPlan } from './usage-plans.ts';

const TYPE = 'API_KEY';

function shown(id: string, ctx: Ctx): UsagePlanKey {
  const { value, name } = findKey(id, ctx);
  return { id, type: TYPE, value, name };
}

function check(plan: string, key: string, ctx: Ctx): void {
  findPlan(plan, ctx);
  if (!ctx.records(planKeys).has([plan, key])) throw notFound('Invalid API Key identifier specified');
}

export const CreateUsagePlanKey = operation('CreateUsagePlanKey', ({ usagePlanId, keyId, keyType }, ctx) => {
  const plan = findPlan(usagePlanId, ctx);
  if (keyType !== TYPE) throw bad(`Invalid API Key Type specified. Must be ${TYPE}`);
  const key = shown(keyId, ctx);
  if (ctx.records(planKeys).has([usagePlanId, keyId])) throw conflict(`${keyId} is already subscribed to this usage plan`);
  // A key belongs to one plan of each stage, so that one plan counts each request.
  for (const { apiId, stage } of plan.apiStages)
    for (const other of ctx.records(plans).range([]))
      if (ctx.records(planKeys).has([other.id, keyId]) && other.apiStages.some((each) => each.apiId === apiId && each.stage === stage))
        throw conflict(`Multiple plans of the key ${keyId} have the API stage ${apiId}:${stage}`);
  ctx.write((tx) => tx.put(ctx.records(planKeys), [usagePlanId, keyId], { id: keyId }));
  return key;
});

export const GetUsagePlanKey = operation('GetUsagePlanKey', ({ usagePlanId, keyId }, ctx) => {
  check(usagePlanId, keyId, ctx);
  return shown(keyId, ctx);
});

export const GetUsagePlanKeys = operation('GetUsagePlanKeys', ({ usagePlanId, nameQuery, ...page }, ctx) => {
  // A plan that is not there has no keys (recorded in September 2025)
  const keep = ({ id }: { readonly id: string }) => nameQuery === undefined || findKey(id, ctx).name?.startsWith(nameQuery) === true;
  return listed(ctx.records(planKeys), [usagePlanId], page, ({ id }) => shown(id, ctx), { keep });
});

export const DeleteUsagePlanKey = operation('DeleteUsagePlanKey', ({ usagePlanId, keyId }, ctx) => {
  check(usagePlanId, keyId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(planKeys), [usagePlanId, keyId]));
});
