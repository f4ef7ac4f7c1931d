// AWS::ApiGateway::UsagePlan
import type { Value } from '#core/resources/resource-handlers';
import { list, number, object, text } from '#core/resources/resource-properties';
import { shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import type { ApiStage, PatchOperation, ThrottleSettings } from '#model/apigateway';
import { members, type Patcher, value } from './patches.ts';
import { restType } from './rest-type.ts';

const throttle = (given: Value | undefined): ThrottleSettings => {
  const { BurstLimit, RateLimit } = shape({ BurstLimit: number, RateLimit: number })(given) ?? {};
  return { burstLimit: BurstLimit, rateLimit: RateLimit };
};
const quota = (given: Value | undefined) => {
  const { Limit, Offset, Period } = shape({ Limit: number, Offset: number, Period: text })(given) ?? {};
  return { limit: Limit, offset: Offset, period: Period };
};
const apiStages = (given: Value | undefined): ApiStage[] =>
  list(given).map((each) => {
    const { ApiId, Stage, Throttle } = object(each);
    const limits = Object.entries(object(Throttle)).map(([method, limit]) => [method, throttle(limit)]);
    return { apiId: text(ApiId), stage: text(Stage), ...(Throttle !== undefined && { throttle: Object.fromEntries(limits) }) };
  });

/** A block that is taken away is removed whole. */
const block =
  (path: string, names: readonly string[]): Patcher =>
  (before, after) =>
    after === undefined
      ? before === undefined
        ? []
        : [{ op: 'remove', path }]
      : members(Object.fromEntries(names.map((name) => [name, value(`${path}/${name}`, '0')])))(before, after);

const nameOf = ({ apiId, stage }: ApiStage): string => `${apiId}:${stage}`;

/** A stage whose limits change is taken out and put in again. */
const stagePatch: Patcher = (before, after) => {
  const [old, next] = [(before ?? []) as ApiStage[], (after ?? []) as ApiStage[]];
  const isIn = (all: readonly ApiStage[], each: ApiStage) => all.some((other) => JSON.stringify(other) === JSON.stringify(each));
  const removed = old
    .filter((each) => !isIn(next, each))
    .map((each): PatchOperation => ({ op: 'remove', path: '/apiStages', value: nameOf(each) }));
  const added = next
    .filter((each) => !isIn(old, each))
    .flatMap((each): PatchOperation[] => [{ op: 'add', path: '/apiStages', value: nameOf(each) }, ...limitsOf(each)]);
  return [...removed, ...added];
};

const limitsOf = (stage: ApiStage): PatchOperation[] =>
  Object.entries(stage.throttle ?? {}).flatMap(([method, limits]) => {
    const at = method.lastIndexOf('/');
    const path = `/apiStages/${nameOf(stage)}/throttle/${method.slice(0, at).replaceAll('/', '~1')}/${method.slice(at + 1)}`;
    return Object.entries(limits).flatMap(([name, limit]): PatchOperation[] =>
      limit === undefined ? [] : [{ op: 'replace', path: `${path}/${name}`, value: String(limit) }],
    );
  });

const shownThrottle = ({ burstLimit, rateLimit }: ThrottleSettings) => ({ BurstLimit: burstLimit, RateLimit: rateLimit });

const type = restType({
  noun: 'UsagePlan',
  owners: [],
  key: 'usagePlanId',
  idOf: ({ id }) => String(id),
  idAttribute: 'Id',
  plural: 'UsagePlans',
  properties: {
    ApiStages: {
      read: apiStages,
      patch: stagePatch,
      shown: (answer) =>
        ((answer['apiStages'] ?? []) as ApiStage[]).map(({ apiId, stage, throttle: limits }) => ({
          ApiId: apiId,
          Stage: stage,
          Throttle: limits && Object.fromEntries(Object.entries(limits).map(([method, each]) => [method, shownThrottle(each)])),
        })),
    },
    Description: { read: text, patch: value('/description') },
    Quota: {
      read: quota,
      patch: block('/quota', ['limit', 'offset', 'period']),
      shown: (answer) => {
        const found = answer['quota'] as { limit?: number; offset?: number; period?: string } | undefined;
        return found && { Limit: found.limit, Offset: found.offset, Period: found.period };
      },
    },
    Throttle: {
      read: throttle,
      patch: block('/throttle', ['rateLimit', 'burstLimit']),
      shown: (answer) => (answer['throttle'] === undefined ? undefined : shownThrottle(answer['throttle'] as ThrottleSettings)),
    },
    UsagePlanName: { read: text, member: 'name', patch: value('/name') },
  },
  tagged: (id) => `/usageplans/${id}`,
});

export const resource: ResourceType = {
  ...type,
  create: (properties, ctx) => type.create({ ...properties, UsagePlanName: properties.UsagePlanName ?? ctx.physicalName(128) }, ctx),
  /** Stages are taken out first: a plan with stages cannot be deleted. */
  async delete(id, properties, ctx) {
    const plan = await ctx.call('apigateway', 'GetUsagePlan', { usagePlanId: id }).catch(() => undefined);
    const patchOperations = (plan?.apiStages ?? []).map(
      (each): PatchOperation => ({ op: 'remove', path: '/apiStages', value: nameOf(each) }),
    );
    if (patchOperations.length > 0) await ctx.call('apigateway', 'UpdateUsagePlan', { usagePlanId: id, patchOperations });
    await type.delete(id, properties, ctx);
  },
};
