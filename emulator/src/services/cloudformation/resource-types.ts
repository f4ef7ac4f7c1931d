// The resource types that a template uses, with the data that is known of all of them.
import type { Ctx } from '#core/call';
import type { ResourceDatabase } from '#core/resource-data';
import type { ResourceType } from '#core/resource-type';
import type { Owned } from '#core/world';
import { readGenerated } from '#protocol/models';
import { type Types, typesOf } from './engine/resource-data.ts';
import { handlerName, type KnownTypes } from './engine/validate.ts';

class Database implements Owned {
  readonly types: Types = typesOf(readGenerated('resources.json') as ResourceDatabase);
  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Read once per emulator, with the first template. */
export const resourceData = (ctx: Ctx): Types => ctx.own('cloudformation.resource-data', () => new Database()).types;

export async function knownTypes(types: readonly string[], ctx: Ctx): Promise<KnownTypes> {
  const handlers = new Map<string, ResourceType>();
  for (const name of new Set(types.map(handlerName))) {
    const handler = await ctx.resourceType(name);
    if (handler) handlers.set(name, handler);
  }
  return { data: resourceData(ctx), handlers, names: ctx.resourceTypes() };
}
