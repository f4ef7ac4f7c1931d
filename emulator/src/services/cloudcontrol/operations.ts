// CreateResource, UpdateResource, DeleteResource. Each answers with a request, whose end clients ask for later.

import type { Ctx } from '#core/ctx';
import type { Properties } from '#core/resources/resource-handlers';
import { fault, operation } from '#model/cloudcontrol';
import { isObject, type JsonObject, sameValue } from '#resources/json';
import { replacing, resourceData } from '#resources/resource-data';
import { requested } from './begin.ts';
import { assertValid, desiredState } from './desired-state.ts';
import { answering, handlerFault, notFound } from './failure.ts';
import { identifierText, parseIdentifier } from './identifier.ts';
import { applyPatch, PatchProblem } from './json-patch.ts';
import { findResource, type ResourceModel } from './model.ts';
import { type OfferedType, offeredType } from './offered-type.ts';
import { placeOf } from './place.ts';
import { made } from './state.ts';

export const CreateResource = operation('CreateResource', (input, ctx) =>
  requested(
    'CREATE',
    input,
    async () => {
      const { TypeName, TypeVersionId, DesiredState } = input;
      const type = await offeredType(TypeName, TypeVersionId, 'CREATE', ctx);
      const properties = desiredState(DesiredState, 'DesiredState');
      assertValid(type, properties, ctx);
      return { properties };
    },
    ctx,
  ),
);

export const UpdateResource = operation('UpdateResource', (input, ctx) =>
  requested(
    'UPDATE',
    input,
    async () => {
      const { TypeName, TypeVersionId, RoleArn, Identifier, PatchDocument } = input;
      const type = await offeredType(TypeName, TypeVersionId, 'UPDATE', ctx);
      const given = parseIdentifier(TypeName, type.data, Identifier);
      const identifier = identifierText(type.data, given)!;
      const place = placeOf({ typeName: TypeName, roleArn: RoleArn }, ctx);
      const found = await answering(type, ctx.requestId, () => findResource(type, given, place));
      if (!found) throw handlerFault(type, 'NotFound', notFound(type, Identifier), ctx.requestId);
      const previous = { ...unread(type, identifier, found, ctx), ...found.properties };
      const properties = patched(type, found, previous, PatchDocument, ctx);
      assertValid(type, properties, ctx);
      return { identifier, properties, previous };
    },
    ctx,
  ),
);

export const DeleteResource = operation('DeleteResource', (input, ctx) =>
  requested(
    'DELETE',
    input,
    async () => {
      const { TypeName, TypeVersionId, Identifier } = input;
      const type = await offeredType(TypeName, TypeVersionId, 'DELETE', ctx);
      return { identifier: identifierText(type.data, parseIdentifier(TypeName, type.data, Identifier))! };
    },
    ctx,
  ),
);

/** Properties that were set through this service but cannot be read back, e.g. the code of a function. */
function unread({ name, handler }: OfferedType, identifier: string, found: ResourceModel, ctx: Ctx): JsonObject {
  const asked = (ctx.records(made).get([name, identifier])?.properties ?? {}) as JsonObject;
  const readable = handler.read ? found.properties : {};
  return Object.fromEntries(Object.entries(asked).filter(([property]) => !Object.hasOwn(readable, property)));
}

/** Applies the patch to the properties. Throws if it changes something read-only or create-only. */
function patched(
  { name, data, handler }: OfferedType,
  { attributes }: ResourceModel,
  previous: JsonObject,
  text: string,
  ctx: Ctx,
): JsonObject {
  const next = patch({ ...previous, ...attributes }, text);
  const readOnly = Object.keys(attributes).filter((each) => !sameValue(attributes[each], next[each]));
  if (readOnly.length > 0) throw notUpdatable('readOnlyProperties', readOnly);
  const properties = Object.fromEntries(
    Object.entries(next).filter(([each]) => Object.hasOwn(data.properties, each) || !Object.hasOwn(attributes, each)),
  );
  const createOnly = replacing(resourceData(ctx), handler, name, previous as Properties, properties as Properties);
  if (createOnly.length > 0) throw notUpdatable('createOnlyProperties', createOnly);
  return properties;
}

const notUpdatable = (kind: string, names: readonly string[]) =>
  fault(
    'NotUpdatableException',
    `Invalid patch update: ${kind} [${names.map((each) => `/properties/${each}`).join(', ')}] cannot be updated`,
  );

function patch(model: JsonObject, text: string): JsonObject {
  try {
    const next = applyPatch(model, text);
    if (isObject(next)) return next;
    throw new PatchProblem('the patched model is not an object');
  } catch (error) {
    if (error instanceof PatchProblem) throw fault('InvalidRequestException', `Invalid patch document: ${error.message}`);
    throw error;
  }
}
