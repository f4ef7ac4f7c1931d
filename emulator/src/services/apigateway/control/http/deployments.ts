// Deployments.
import type { Frozen } from '#core/records';
import { operation, type Deployment as ShownDeployment } from '#model/apigatewayv2';
import { type Deployment, deployments, routes, stages } from '#services/apigateway/http-state';
import { pointStage, putDeployment } from './deploy.ts';
import { bad } from './faults.ts';
import { findApi, findDeployment, findStage } from './find-api.ts';
import { listed } from './pages.ts';

const shown = ({ id, description, isAutomatic, createdMs }: Frozen<Deployment>): ShownDeployment => ({
  AutoDeployed: isAutomatic,
  CreatedDate: new Date(createdMs),
  DeploymentId: id,
  DeploymentStatus: 'DEPLOYED',
  Description: description,
});

export const CreateDeployment = operation('CreateDeployment', ({ ApiId, StageName, Description }, ctx) => {
  findApi(ApiId, ctx);
  if (ctx.records(routes).range([ApiId], { limit: 1 }).length === 0) throw bad('At least one route is required before deploying the Api.');
  const stage = StageName === undefined ? undefined : findStage(ApiId, StageName, ctx);
  if (stage?.autoDeploy) throw bad('Deployment ID cannot be set for a stage that has auto deploy enabled');
  return ctx.write((tx) => {
    const deployment = putDeployment(tx, ApiId, { description: Description, isAutomatic: false }, ctx);
    if (stage) pointStage(tx, ApiId, stage, deployment.id, ctx);
    return shown(deployment);
  });
});

export const GetDeployment = operation('GetDeployment', ({ ApiId, DeploymentId }, ctx) => shown(findDeployment(ApiId, DeploymentId, ctx)));

export const GetDeployments = operation('GetDeployments', ({ ApiId, ...page }, ctx) => {
  findApi(ApiId, ctx);
  return listed(ctx.records(deployments), [ApiId], page, shown);
});

export const UpdateDeployment = operation('UpdateDeployment', ({ ApiId, DeploymentId, Description }, ctx) => {
  const before = findDeployment(ApiId, DeploymentId, ctx);
  const after = { ...before, description: Description ?? before.description };
  ctx.write((tx) => tx.put(ctx.records(deployments), [ApiId, DeploymentId], after));
  return shown(after);
});

export const DeleteDeployment = operation('DeleteDeployment', ({ ApiId, DeploymentId }, ctx) => {
  findDeployment(ApiId, DeploymentId, ctx);
  if (
    ctx
      .records(stages)
      .range([ApiId])
      .some(({ deploymentId }) => deploymentId === DeploymentId)
  )
    throw bad('Active stages pointing to this deployment must be moved or deleted');
  ctx.write((tx) => tx.delete(ctx.records(deployments), [ApiId, DeploymentId]));
});
