// CreateStage, GetStage, GetStages, UpdateStage, DeleteStage, FlushStageCache, FlushStageAuthorizersCache.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type Stage as ShownStage } from '#model/apigateway';
import { authorizerResultsOf } from '#services/apigateway/authorize/authorizer-results';
import { bad, conflict, noSuch } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { deployments, plans, type Stage, stages } from '#services/apigateway/rest-state';
import { newStage } from './new-stage.ts';
import { patchedStage } from './stage-patches.ts';

const shownStage = ({ name, createdMs, updatedMs, variables, tags, ...stage }: Frozen<Stage>): ShownStage => ({
  ...stage,
  stageName: name,
  cacheClusterStatus: stage.cacheClusterEnabled ? 'AVAILABLE' : 'NOT_AVAILABLE',
  variables: Object.keys(variables).length > 0 ? variables : undefined,
  tags: Object.keys(tags).length > 0 ? tags : undefined,
  createdDate: new Date(createdMs),
  lastUpdatedDate: new Date(updatedMs),
});

export function findStage(api: string, name: string, ctx: Ctx): Frozen<Stage> {
  const stage = ctx.records(stages).get([api, name]);
  if (!stage) throw noSuch('Stage');
  return stage;
}

export const CreateStage = operation('CreateStage', (input, ctx) => {
  const { restApiId, stageName, deploymentId } = input;
  findApi(restApiId, ctx);
  if (ctx.records(stages).has([restApiId, stageName])) throw conflict('Stage already exists');
  if (!ctx.records(deployments).has([restApiId, deploymentId])) throw noSuch('Deployment');
  const stage = newStage(input, ctx);
  ctx.write((tx) => tx.put(ctx.records(stages), [restApiId, stageName], stage));
  return shownStage(stage);
});

export const GetStage = operation('GetStage', ({ restApiId, stageName }, ctx) => shownStage(findStage(restApiId, stageName, ctx)));

export const GetStages = operation('GetStages', ({ restApiId, deploymentId }, ctx) => {
  findApi(restApiId, ctx);
  const all = ctx.records(stages).range([restApiId]);
  return { item: all.filter((stage) => deploymentId === undefined || stage.deploymentId === deploymentId).map(shownStage) };
});

export const UpdateStage = operation('UpdateStage', ({ restApiId, stageName, patchOperations }, ctx) => {
  const stage = patchedStage(restApiId, findStage(restApiId, stageName, ctx), patchOperations ?? [], ctx);
  ctx.write((tx) => tx.put(ctx.records(stages), [restApiId, stageName], stage));
  return shownStage(stage);
});

export const DeleteStage = operation('DeleteStage', ({ restApiId, stageName }, ctx) => {
  findApi(restApiId, ctx);
  findStage(restApiId, stageName, ctx);
  const uses = ({ apiId, stage }: { readonly apiId?: string | undefined; readonly stage?: string | undefined }) =>
    apiId === restApiId && stage === stageName;
  if (
    ctx
      .records(plans)
      .range([])
      .some(({ apiStages }) => apiStages.some(uses))
  )
    throw bad(`Cannot delete stage '${stageName}': it belongs to a usage plan`);
  ctx.write((tx) => tx.delete(ctx.records(stages), [restApiId, stageName]));
});

/** Answers are not cached. */
export const FlushStageCache = operation('FlushStageCache', ({ restApiId, stageName }, ctx) => {
  findStage(restApiId, stageName, ctx);
});

export const FlushStageAuthorizersCache = operation('FlushStageAuthorizersCache', ({ restApiId, stageName }, ctx) => {
  findStage(restApiId, stageName, ctx);
  authorizerResultsOf(ctx).forget(restApiId, stageName);
});
