// Deployments: an immutable copy of everything of an API that answers requests. Stages that deploy automatically get one with each change.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { newId } from '#services/apigateway/addresses/api-ids';
import {
  apis,
  authorizers,
  type Deployment,
  deployments,
  integrationResponses,
  integrations,
  models,
  routeResponses,
  routes,
  type Snapshot,
  type Stage,
  stages,
} from '#services/apigateway/http-state';

const ID_LENGTH = 6;

export function putDeployment(
  tx: Tx,
  api: string,
  { description, isAutomatic }: Pick<Deployment, 'description' | 'isAutomatic'>,
  ctx: Ctx,
): Frozen<Deployment> {
  const deployment = { id: newId(ctx, ID_LENGTH), description, isAutomatic, createdMs: ctx.now(), snapshot: snapshotOf(api, ctx) };
  tx.put(ctx.records(deployments), [api, deployment.id], deployment);
  return deployment;
}

function snapshotOf(api: string, ctx: Ctx): Frozen<Snapshot> {
  const of = <V>(entries: readonly (readonly [readonly [string, string, string], V])[], owner: string) =>
    entries.map(([[, id], value]) => ({ ...value, [owner]: id }));
  return {
    routes: ctx.records(routes).range([api]),
    integrations: ctx.records(integrations).range([api]),
    integrationResponses: of(ctx.records(integrationResponses).entries([api]), 'integrationId') as never,
    routeResponses: of(ctx.records(routeResponses).entries([api]), 'routeId') as never,
    authorizers: ctx.records(authorizers).range([api]),
    models: ctx.records(models).range([api]),
    cors: ctx.records(apis).get([api])?.cors,
  };
}

export function pointStage(tx: Tx, api: string, stage: Frozen<Stage>, deploymentId: string, ctx: Ctx): void {
  tx.put(ctx.records(stages), [api, stage.name], { ...stage, deploymentId, updatedMs: ctx.now() });
}

/** Writes a change of an API, and deploys it to the stages that deploy automatically. */
export function writeChange<T>(api: string, change: (tx: Tx) => T, ctx: Ctx): T {
  return ctx.write((tx) => {
    const result = change(tx);
    deployAutomatically(tx, api, ctx);
    return result;
  });
}

export function deployAutomatically(tx: Tx, api: string, ctx: Ctx): void {
  const following = ctx
    .records(stages)
    .range([api])
    .filter(({ autoDeploy }) => autoDeploy);
  if (following.length === 0) return;
  const description = 'Automatic deployment triggered by changes to the Api configuration';
  const { id } = putDeployment(tx, api, { description, isAutomatic: true }, ctx);
  for (const stage of following) {
    pointStage(tx, api, { ...stage, lastDeploymentMessage: `Successfully deployed stage with deployment ID '${id}'` }, id, ctx);
    forgetAutomatic(tx, api, stage.deploymentId, ctx);
  }
}

/** An automatic deployment that no stage uses any more could only be looked at. */
function forgetAutomatic(tx: Tx, api: string, id: string | undefined, ctx: Ctx): void {
  if (id === undefined || !ctx.records(deployments).get([api, id])?.isAutomatic) return;
  if (
    ctx
      .records(stages)
      .range([api])
      .some(({ deploymentId }) => deploymentId === id)
  )
    return;
  tx.delete(ctx.records(deployments), [api, id]);
}
