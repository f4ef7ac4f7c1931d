// Finds the records that requests name, or refuses in the words of the service.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { Integration, Method } from '#model/apigateway';
import { type Api, apis, type Resource, resources } from '#services/apigateway/rest-state';
import { noSuch, notFound } from './faults.ts';

interface MethodName {
  readonly restApiId: string;
  readonly resourceId: string;
  readonly httpMethod: string;
}

/** @throws NotFoundException */
export function findApi(id: string, ctx: Ctx): Frozen<Api> {
  const api = ctx.records(apis).get([id]);
  if (!api) throw notFound(`Invalid API identifier specified ${ctx.account}:${id}`);
  return api;
}

export function findResource({ restApiId, resourceId }: Pick<MethodName, 'restApiId' | 'resourceId'>, ctx: Ctx): Frozen<Resource> {
  const resource = ctx.records(resources).get([restApiId, resourceId]);
  if (!resource) throw noSuch('Resource');
  return resource;
}

export interface LocatedMethod {
  readonly resource: Frozen<Resource>;
  readonly method: Frozen<Method>;
}

export function findMethod(name: MethodName, ctx: Ctx): LocatedMethod {
  const resource = findResource(name, ctx);
  const method = own(resource.methods, name.httpMethod);
  if (!method) throw noSuch('Method');
  return { resource, method };
}

/** The method that takes such requests, which may be that for all. */
export function findTakingMethod(name: MethodName, ctx: Ctx): LocatedMethod {
  const resource = findResource(name, ctx);
  const method = own(resource.methods, name.httpMethod) ?? own(resource.methods, 'ANY');
  if (!method) throw noSuch('Method');
  return { resource, method };
}

export function findIntegration(name: MethodName, ctx: Ctx): LocatedMethod & { readonly integration: Frozen<Integration> } {
  const located = findMethod(name, ctx);
  const integration = located.method.methodIntegration;
  if (!integration) throw noSuch('Integration');
  return { ...located, integration };
}

/** Replaces a method of its resource; undefined removes it. */
export function putMethod(
  { restApiId, httpMethod }: MethodName,
  resource: Frozen<Resource>,
  method: Frozen<Method> | undefined,
  ctx: Ctx,
): void {
  const { [httpMethod]: _, ...others } = resource.methods;
  const methods = method ? { ...others, [httpMethod]: method } : others;
  ctx.write((tx) => tx.put(ctx.records(resources), [restApiId, resource.id], { ...resource, methods }));
}
