// AWS::ApiGateway::GatewayResponse. Its id names the API and the type.
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { entries, never, value } from './patches.ts';
import { callRest, GONE, inputOf, patchesOf, propertiesOf, type RestKind } from './rest-type.ts';

const PROPERTIES: RestKind['properties'] = {
  ResponseParameters: { read: textMap, patch: entries('/responseParameters') },
  ResponseTemplates: { read: textMap, patch: entries('/responseTemplates') },
  ResponseType: { read: text, patch: never },
  StatusCode: { read: text, patch: value('/statusCode') },
};

const idOf = (RestApiId: string | undefined, ResponseType: string | undefined): string => `${RestApiId}:${ResponseType}`;
const named = (id: string) => ({ restApiId: id.split(':')[0] ?? '', responseType: id.split(':')[1] ?? '' });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const id = idOf(text(properties.RestApiId), text(properties.ResponseType));
    await callRest('PutGatewayResponse', { restApiId: text(properties.RestApiId), ...inputOf(properties, PROPERTIES) }, ctx);
    return { physicalId: id, attributes: { Id: id } };
  },
  async update(id, properties, previous, ctx) {
    const patchOperations = patchesOf(properties, previous, PROPERTIES);
    if (patchOperations.length > 0) await callRest('UpdateGatewayResponse', { ...named(id), patchOperations }, ctx);
    return { physicalId: id, attributes: { Id: id } };
  },
  async delete(id, _properties, ctx) {
    await ignoring(GONE, callRest('DeleteGatewayResponse', named(id), ctx));
  },
  async read(id, properties, ctx) {
    const answer = await ignoring(GONE, callRest('GetGatewayResponse', named(id), ctx));
    if (!answer || answer['defaultResponse'] === true) return undefined;
    return { ...readAs(propertiesOf(answer, PROPERTIES, properties)), RestApiId: named(id).restApiId, Id: id };
  },
  listNeeds: ['RestApiId'],
  async list(filter, position, ctx) {
    const RestApiId = text(filter.RestApiId) ?? '';
    const page = await ctx.call('apigateway', 'GetGatewayResponses', { restApiId: RestApiId, position });
    const own = (page.items ?? []).filter(({ defaultResponse }) => !defaultResponse);
    return { items: own.map(({ responseType }) => ({ RestApiId, Id: idOf(RestApiId, responseType) })), next: page.position };
  },
  async adopt(identifier, _properties, ctx) {
    const id = text(identifier.Id) ?? '';
    await callRest('GetGatewayResponse', named(id), ctx);
    return { physicalId: id, attributes: { Id: id } };
  },
};
