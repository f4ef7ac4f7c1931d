// Reads a resource: the properties that its service returns, and its attributes.

import { Fault } from '#core/fault';
import type { PropertyType, ResourceData } from '#core/resources/resource-data';
import type { Created, Properties } from '#core/resources/resource-handlers';
import type { ResourceContext } from '#core/resources/resource-type';
import { handlerErrorCode } from '#resources/handler-error';
import { isObject, type Json, type JsonObject } from '#resources/json';
import { withoutReservedTags } from '#resources/reserved-tags';
import { identifierText } from './identifier.ts';
import type { OfferedType } from './offered-type.ts';
import { made } from './state.ts';

export interface ResourceModel {
  readonly physicalId: string;
  readonly properties: JsonObject;
  /** Read-only attributes. */
  readonly attributes: JsonObject;
}

/** Undefined if the resource does not exist. */
export async function findResource(
  type: OfferedType,
  identifier: Readonly<Record<string, string>>,
  ctx: ResourceContext,
): Promise<ResourceModel | undefined> {
  const kept = ctx.records(made).get([type.name, identifierText(type.data, identifier)!]);
  const taken = type.handler.adopt ? await adopted(type, identifier, ctx) : kept;
  if (!taken) return undefined;
  const asked = (kept?.properties ?? {}) as JsonObject;
  const readBack = await type.handler.read?.(taken.physicalId, { ...documents(type.data), ...identifier, ...asked } as Properties, ctx);
  if (!readBack) return undefined;
  const set = Object.entries(withoutReservedTags(type.data, readBack as JsonObject)).filter(
    ([name, value]) => value !== null && Object.hasOwn(type.data.properties, name),
  );
  return {
    physicalId: taken.physicalId,
    properties: Object.fromEntries(set),
    attributes: attributesOf(type.data, taken.attributes as JsonObject),
  };
}

async function adopted({ handler }: OfferedType, identifier: Properties, ctx: ResourceContext): Promise<Created | undefined> {
  try {
    return await handler.adopt!(identifier, identifier, ctx);
  } catch (error) {
    if (error instanceof Fault ? handlerErrorCode(error) === 'NotFound' : error instanceof Error && error.name === 'Error')
      return undefined;
    throw error;
  }
}

/** Attributes that are not properties. `Outer.Inner` is left out, because `Outer` contains it. */
export const attributesOf = (data: ResourceData, attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => data.attributes.includes(name) && !Object.hasOwn(data.properties, name) && !name.includes('.') && value !== '',
    ),
  );

/** Empty objects for all properties that hold documents, so that the handler returns documents as objects, not as text. */
const documents = ({ properties }: ResourceData): JsonObject =>
  Object.fromEntries(Object.entries(properties).flatMap(([name, { type }]): [string, Json][] => (isDocument(type) ? [[name, {}]] : [])));

const isDocument = (type: PropertyType): boolean =>
  type === 'json' || (isObject(type) && 'any' in type && (type.any as readonly PropertyType[]).includes('json'));
