// CreateUsagePlan, GetUsagePlan, GetUsagePlans, UpdateUsagePlan, DeleteUsagePlan: which keys may call which stages, and how often.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type ApiStage, operation, type QuotaSettings, type UsagePlan } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, notFound } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { type Draft, type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { numberIn, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { stages as socketStages } from '#services/apigateway/http-state';
import { type Plan, planKeys, plans, stages, usage } from '#services/apigateway/rest-state';

const PERIODS = ['DAY', 'WEEK', 'MONTH'];

const shownPlan = ({ createdMs: _, ...plan }: Frozen<Plan>): UsagePlan => plan;

/** A list and the answer to its creation have no tags for a plan without tags. */
const listedPlan = (plan: Frozen<Plan>): UsagePlan => ({
  ...shownPlan(plan),
  tags: Object.keys(plan.tags).length > 0 ? plan.tags : undefined,
});

export function findPlan(id: string, ctx: Ctx): Frozen<Plan> {
  const plan = ctx.records(plans).get([id]);
  if (!plan) throw notFound('Invalid Usage Plan ID specified');
  return plan;
}

function checkStage({ apiId = '', stage = '' }: ApiStage, plan: string | undefined, ctx: Ctx): void {
  // Stages of REST and of WebSocket APIs.
  if (ctx.records(stages).has([apiId, stage]) || ctx.records(socketStages).has([apiId, stage])) return;
  throw notFound(`Invalid API Stage {api: ${apiId}, stage: ${stage}} specified for usageplan ${plan ?? 'null'}`);
}

function checkQuota(quota: QuotaSettings | undefined): void {
  if (quota?.period !== undefined && !PERIODS.includes(quota.period))
    throw bad(`Invalid quota period specified. Must be one of: [${PERIODS.join(', ')}]`);
  if (quota?.limit !== undefined && quota.limit < 0) throw bad('Usage Plan quota limit must not be negative');
}

export const CreateUsagePlan = operation('CreateUsagePlan', ({ name, description, apiStages = [], throttle, quota, tags }, ctx) => {
  for (const stage of apiStages) checkStage(stage, undefined, ctx);
  checkQuota(quota);
  const plan: Plan = {
    id: newId(ctx, 6),
    name,
    description,
    apiStages,
    throttle,
    quota: quota && { ...quota, offset: quota.offset ?? 0 },
    tags: REST_TAGS.ofNew(tags, ctx),
    createdMs: ctx.now(),
  };
  ctx.write((tx) => tx.put(ctx.records(plans), [plan.id], plan));
  return listedPlan(plan);
});

export const GetUsagePlan = operation('GetUsagePlan', ({ usagePlanId }, ctx) => shownPlan(findPlan(usagePlanId, ctx)));

export const GetUsagePlans = operation('GetUsagePlans', ({ keyId, ...page }, ctx) => {
  const keep = ({ id }: Frozen<Plan>) => keyId === undefined || ctx.records(planKeys).has([id, keyId]);
  return listed(ctx.records(plans), [], page, listedPlan, { keep });
});

/** `api:stage` */
const stageOf = (value = ''): ApiStage => {
  const [apiId, stage, more] = value.split(':');
  if (!apiId || !stage || more !== undefined) throw bad('Invalid API Stage specified');
  return { apiId, stage };
};

const isOf =
  (wanted: ApiStage) =>
  ({ apiId, stage }: ApiStage): boolean =>
    apiId === wanted.apiId && stage === wanted.stage;

/** `/throttle/rateLimit`, `/quota/limit` */
const limit = (group: 'throttle' | 'quota', member: string): PatchPath<Plan> => ({
  path: `/${group}/${member}`,
  ops: ['replace', 'add'],
  apply: (draft, patch) => {
    const initial = group === 'quota' ? { offset: 0 } : {};
    draft[group] = { ...initial, ...draft[group], [member]: member === 'period' ? patch.value : numberIn(patch) } as never;
  },
});

const removal = (group: 'throttle' | 'quota'): PatchPath<Plan> => ({
  path: `/${group}`,
  ops: ['remove'],
  apply: (draft) => {
    draft[group] = undefined;
  },
});

/** `/apiStages/api:stage/throttle/~1path/GET/rateLimit`. The path may also come as it is (`/throttle//path/GET/…`), as Terraform sends it. */
const methodLimit = (member: 'rateLimit' | 'burstLimit'): PatchPath<Plan> => ({
  path: `/apiStages/{stage}/throttle/{path+}/{method}/${member}`,
  ops: ['replace', 'add'],
  apply: (draft, patch) => {
    const [stage, path, method] = patch.names;
    const chosen = draft.apiStages.find(isOf(stageOf(stage))) as Draft<ApiStage> | undefined;
    if (!chosen) throw bad('Invalid API Stage specified');
    const name = `${path}/${method}`;
    chosen.throttle = { ...chosen.throttle, [name]: { ...chosen.throttle?.[name], [member]: numberIn(patch) } };
  },
});

const pathsFor = (plan: string, ctx: Ctx): readonly PatchPath<Plan>[] => [
  text('/name'),
  text('/description'),
  text('/productCode'),
  limit('throttle', 'rateLimit'),
  limit('throttle', 'burstLimit'),
  limit('quota', 'limit'),
  limit('quota', 'offset'),
  limit('quota', 'period'),
  removal('throttle'),
  removal('quota'),
  methodLimit('rateLimit'),
  methodLimit('burstLimit'),
  {
    path: '/apiStages',
    ops: ['add', 'remove'],
    apply: (draft, { op, value }) => {
      const stage = stageOf(value);
      if (op === 'add') checkStage(stage, plan, ctx);
      const others = draft.apiStages.filter((each) => !isOf(stage)(each));
      if (op === 'remove' && others.length === draft.apiStages.length)
        throw notFound(`Invalid API Stage {api: ${stage.apiId}, stage: ${stage.stage}} specified for usageplan ${plan}`);
      draft.apiStages = op === 'add' ? [...others, stage as Draft<ApiStage>] : others;
    },
  },
];

export const UpdateUsagePlan = operation('UpdateUsagePlan', ({ usagePlanId, patchOperations }, ctx) => {
  const plan = patched<Plan>(findPlan(usagePlanId, ctx), patchOperations, pathsFor(usagePlanId, ctx), 'listed');
  checkQuota(plan.quota);
  ctx.write((tx) => tx.put(ctx.records(plans), [usagePlanId], plan));
  return shownPlan(plan);
});

export const DeleteUsagePlan = operation('DeleteUsagePlan', ({ usagePlanId }, ctx) => {
  const plan = findPlan(usagePlanId, ctx);
  if (plan.apiStages.length > 0) throw bad(`Cannot delete usage plan ${usagePlanId} because stages are still associated with it`);
  ctx.write((tx) => {
    tx.delete(ctx.records(plans), [usagePlanId]);
    for (const [name] of ctx.records(planKeys).entries([usagePlanId])) tx.delete(ctx.records(planKeys), name);
    for (const [name] of ctx.records(usage).entries([usagePlanId])) tx.delete(ctx.records(usage), name);
  });
});
