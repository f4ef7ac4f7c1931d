// The handlers of the resource types that a template uses, and the data of all types.
import type { Ctx } from '#core/ctx';
import type { ResourceType } from '#core/resources/resource-type';
import { resourceData } from '#resources/resource-data';
import { handlerName, type KnownTypes } from './engine/validate.ts';
import { RECORD_HANDLER } from './records/record-handler.ts';
import { isRecordedByDefault } from './records/recorded-by-default.ts';

export async function knownTypes(types: readonly string[], ctx: Ctx): Promise<KnownTypes> {
  const handlers = new Map<string, ResourceType>();
  for (const type of new Set(types)) {
    const handler = (await ownHandler(type, ctx)) ?? (mayRecord(type, ctx) ? RECORD_HANDLER : undefined);
    if (handler) handlers.set(handlerName(type), handler);
  }
  return { data: resourceData(ctx), handlers, names: ctx.resourceTypes() };
}

/** The handler of a resource that exists already, or whose template has been checked: it stays even if `CFN_UNSUPPORTED` no longer records its type. */
export const handlerOf = async (type: string, ctx: Ctx): Promise<ResourceType | undefined> =>
  (await ownHandler(type, ctx)) ?? (isRecordable(type, ctx) ? RECORD_HANDLER : undefined);

const ownHandler = (type: string, ctx: Ctx): Promise<ResourceType> | undefined => ctx.resourceType(handlerName(type));

const isRecordable = (type: string, ctx: Ctx): boolean => isRecordedByDefault(type) || resourceData(ctx).of(type) !== undefined;

const mayRecord = (type: string, ctx: Ctx): boolean =>
  isRecordable(type, ctx) && (isRecordedByDefault(type) || ctx.options.CFN_UNSUPPORTED === 'record');
