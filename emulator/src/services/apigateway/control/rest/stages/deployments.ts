// CreateDeployment, GetDeployment, GetDeployments, UpdateDeployment, DeleteDeployment: immutable copies of an API, to which stages point.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type CreateDeploymentRequest, operation, type Deployment as ShownDeployment } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, noSuch } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import {
  type Api,
  authorizers,
  type Deployment,
  deployments,
  gatewayResponses,
  models,
  resources,
  type Snapshot,
  type Stage,
  stages,
  validators,
} from '#services/apigateway/rest-state';
import { newStage } from './new-stage.ts';

const ID_LENGTH = 6;

/** `embed`: with a summary of its methods, `{ '/pets': { GET: … } }`. */
function shownDeployment({ id, description, createdMs, snapshot }: Frozen<Deployment>, embed: readonly string[] = []): ShownDeployment {
  const shown = { id, description, createdDate: new Date(createdMs) };
  if (!embed.includes('apisummary')) return shown;
  const withMethods = snapshot.resources.filter(({ methods }) => Object.keys(methods).length > 0);
  const apiSummary = withMethods.map(({ path, methods }): [string, Record<string, object>] => {
    const all = Object.entries(methods).map(([name, { authorizationType, apiKeyRequired }]): [string, object] => [
      name,
      { authorizationType, apiKeyRequired },
    ]);
    return [path, Object.fromEntries(all)];
  });
  return { ...shown, apiSummary: Object.fromEntries(apiSummary) };
}

export const CreateDeployment = operation('CreateDeployment', (input, ctx) => {
  const api = findApi(input.restApiId, ctx);
  const { stageName, canarySettings } = input;
  if (canarySettings && !stageName)
    throw bad(
      `Invalid deployment content specified.Non null and non empty stageName must be provided for canary deployment. Provided value is ${stageName ?? null}`,
    );
  const stage = stageName ? ctx.records(stages).get([api.id, stageName]) : undefined;
  if (canarySettings && !stage)
    throw bad(`Invalid deployment content specified.Stage ${stageName} must already be created before making a canary release deployment`);
  const all = ctx.records(resources).range([api.id]);
  if (!all.some(({ methods }) => Object.keys(methods).length > 0)) throw bad("The REST API doesn't contain any methods");
  for (const { methods } of all)
    if (Object.values(methods).some(({ methodIntegration }) => !methodIntegration)) throw bad('No integration defined for method');
  const deployment = { id: newId(ctx, ID_LENGTH), description: input.description, createdMs: ctx.now(), snapshot: snapshotOf(api, ctx) };
  ctx.write((tx) => {
    tx.put(ctx.records(deployments), [api.id, deployment.id], deployment);
    if (stageName) putStage(tx, stageAfter(stage, { ...input, stageName }, deployment.id, ctx), api.id, ctx);
  });
  return shownDeployment(deployment);
});

export function snapshotOf(api: Frozen<Api>, ctx: Ctx): Snapshot {
  const { name, binaryMediaTypes, minimumCompressionSize, apiKeySource, policy, disableExecuteApiEndpoint } = api;
  return {
    api: { name, binaryMediaTypes, minimumCompressionSize, apiKeySource, policy, disableExecuteApiEndpoint },
    resources: ctx.records(resources).range([api.id]),
    models: ctx.records(models).range([api.id]),
    validators: ctx.records(validators).range([api.id]),
    authorizers: ctx.records(authorizers).range([api.id]),
    gatewayResponses: ctx.records(gatewayResponses).range([api.id]),
  };
}

/** A deployment makes the stage, repoints it, or becomes its canary. */
function stageAfter(
  before: Frozen<Stage> | undefined,
  input: CreateDeploymentRequest & { readonly stageName: string },
  deploymentId: string,
  ctx: Ctx,
): Frozen<Stage> {
  const { stageName, stageDescription, variables, cacheClusterEnabled, cacheClusterSize, tracingEnabled, canarySettings } = input;
  if (!before) {
    const settings = { description: stageDescription, variables, cacheClusterEnabled, cacheClusterSize, tracingEnabled };
    return newStage({ ...settings, restApiId: input.restApiId, stageName, deploymentId }, ctx);
  }
  if (canarySettings) {
    const { percentTraffic = 0, useStageCache = false, stageVariableOverrides } = canarySettings;
    return { ...before, canarySettings: { deploymentId, percentTraffic, useStageCache, stageVariableOverrides }, updatedMs: ctx.now() };
  }
  return {
    ...before,
    deploymentId,
    description: stageDescription ?? before.description,
    variables: { ...before.variables, ...variables },
    cacheClusterEnabled: cacheClusterEnabled ?? before.cacheClusterEnabled,
    cacheClusterSize: cacheClusterSize ?? before.cacheClusterSize,
    tracingEnabled: tracingEnabled ?? before.tracingEnabled,
    updatedMs: ctx.now(),
  };
}

export function putStage(tx: Tx, stage: Frozen<Stage>, api: string, ctx: Ctx): void {
  tx.put(ctx.records(stages), [api, stage.name], stage);
}

export function findDeployment(api: string, id: string, ctx: Ctx): Frozen<Deployment> {
  const deployment = ctx.records(deployments).get([api, id]);
  if (!deployment) throw noSuch('Deployment');
  return deployment;
}

export const GetDeployment = operation('GetDeployment', ({ restApiId, deploymentId, embed }, ctx) => {
  findApi(restApiId, ctx);
  return shownDeployment(findDeployment(restApiId, deploymentId, ctx), embed);
});

export const GetDeployments = operation('GetDeployments', ({ restApiId, ...page }, ctx) => {
  findApi(restApiId, ctx);
  return listed(ctx.records(deployments), [restApiId], page, (deployment) => shownDeployment(deployment));
});

const PATHS: readonly PatchPath<Deployment>[] = [text('/description')];

export const UpdateDeployment = operation('UpdateDeployment', ({ restApiId, deploymentId, patchOperations }, ctx) => {
  const { snapshot, ...facts } = findDeployment(restApiId, deploymentId, ctx);
  const after = { ...patched<Omit<Deployment, 'snapshot'>>(facts, patchOperations, PATHS as never, 'listed'), snapshot };
  ctx.write((tx) => tx.put(ctx.records(deployments), [restApiId, deploymentId], after));
  return shownDeployment(after);
});

export const DeleteDeployment = operation('DeleteDeployment', ({ restApiId, deploymentId }, ctx) => {
  findApi(restApiId, ctx);
  findDeployment(restApiId, deploymentId, ctx);
  const isActive = ctx
    .records(stages)
    .range([restApiId])
    .some((stage) => stage.deploymentId === deploymentId || stage.canarySettings?.deploymentId === deploymentId);
  if (isActive) throw bad('Active stages pointing to this deployment must be moved or deleted');
  ctx.write((tx) => tx.delete(ctx.records(deployments), [restApiId, deploymentId]));
});
