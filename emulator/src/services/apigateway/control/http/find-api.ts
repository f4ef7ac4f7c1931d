// Finds an API and its parts by their ids, or refuses in the service's words.
import type { Ctx } from '#core/ctx';
import type { Collection, Frozen } from '#core/records';
import {
  type Api,
  apis,
  authorizers,
  deployments,
  integrations,
  models,
  routes,
  type Stage,
  stages,
} from '#services/apigateway/http-state';
import { noSuch } from './faults.ts';

/** @throws Fault NotFound */
export function findApi(id: string, ctx: Ctx): Frozen<Api> {
  const api = ctx.records(apis).get([id]);
  if (!api) throw noSuch('API', `${ctx.account}:${id}`);
  return api;
}

function part<V>(records: Collection<[api: string, id: string], V>, what: string) {
  return (api: string, id: string, ctx: Ctx): Frozen<V> => {
    findApi(api, ctx);
    const found = ctx.records(records).get([api, id]);
    if (!found) throw noSuch(what, id);
    return found;
  };
}

export const findRoute = part(routes, 'Route');
export const findIntegration = part(integrations, 'Integration');
export const findAuthorizer = part(authorizers, 'Authorizer');
export const findModel = part(models, 'Model');
export const findDeployment = part(deployments, 'Deployment');
export const findStage: (api: string, name: string, ctx: Ctx) => Frozen<Stage> = part(stages, 'stage');
