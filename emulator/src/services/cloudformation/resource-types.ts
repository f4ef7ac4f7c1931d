// The handlers of the resource types that a template uses, and the data of all types.
import type { Ctx } from '#core/ctx';
import type { ResourceType } from '#core/resources/resource-type';
import { resourceData } from '#resources/resource-data';
import { handlerName, type KnownTypes } from './engine/validate.ts';

export async function knownTypes(types: readonly string[], ctx: Ctx): Promise<KnownTypes> {
  const handlers = new Map<string, ResourceType>();
  for (const name of new Set(types.map(handlerName))) {
    const handler = await ctx.resourceType(name);
    if (handler) handlers.set(name, handler);
  }
  return { data: resourceData(ctx), handlers, names: ctx.resourceTypes() };
}
