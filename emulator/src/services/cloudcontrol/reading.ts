// GetResource and ListResources: the present state of resources, whoever created them.
import { fault, operation } from '#model/cloudcontrol';
import type { JsonObject } from '#resources/json';
import { desiredState } from './desired-state.ts';
import { answering, handlerFault, notFound } from './failure.ts';
import { identifierText, parseIdentifier } from './identifier.ts';
import { findResource } from './model.ts';
import { offeredType } from './offered-type.ts';
import { placeOf } from './place.ts';

export const GetResource = operation('GetResource', async ({ TypeName, TypeVersionId, RoleArn, Identifier }, ctx) => {
  const type = await offeredType(TypeName, TypeVersionId, 'READ', ctx);
  const identifier = parseIdentifier(TypeName, type.data, Identifier);
  const place = placeOf({ typeName: TypeName, roleArn: RoleArn }, ctx);
  const found = await answering(type, ctx.requestId, () => findResource(type, identifier, place));
  if (!found) throw handlerFault(type, 'NotFound', notFound(type, Identifier), ctx.requestId);
  return { TypeName, ResourceDescription: described(identifierText(type.data, identifier)!, { ...found.properties, ...found.attributes }) };
});

const described = (Identifier: string, model: JsonObject) => ({ Identifier, Properties: JSON.stringify(model) });

export const ListResources = operation('ListResources', async ({ TypeName, TypeVersionId, RoleArn, NextToken, ResourceModel }, ctx) => {
  const type = await offeredType(TypeName, TypeVersionId, 'LIST', ctx);
  const filter = ResourceModel === undefined ? {} : desiredState(ResourceModel, 'ResourceModel');
  const missing = (type.handler.listNeeds ?? []).filter((name) => filter[name] === undefined);
  if (missing.length > 0)
    throw fault(
      'InvalidRequestException',
      `Missing or invalid ResourceModel property in ${TypeName} list handler request input. Required property: (${missing.map((name) => `#: required key [${name}] not found`).join('\n')})`,
    );
  const place = placeOf({ typeName: TypeName, roleArn: RoleArn }, ctx);
  const { items, next } = await answering(type, ctx.requestId, () => type.handler.list!(filter, NextToken, place));
  const ResourceDescriptions = (items as readonly JsonObject[]).map((model) => described(identifierText(type.data, model)!, model));
  return { TypeName, ResourceDescriptions, NextToken: next };
});
