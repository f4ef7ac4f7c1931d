// AWS::ApiGateway::BasePathMapping. Its id names the domain and the path.
import type { Properties } from '#core/resources/resource-handlers';
import { changed, ignoring, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './rest-type.ts';

const NONE = '(none)';
const made = (properties: Properties) => ({
  physicalId: `${text(properties.DomainName)}|${text(properties.BasePath) || NONE}`,
  attributes: {},
});
const named = (id: string) => ({ domainName: id.split('|')[0] ?? '', basePath: id.split('|')[1] ?? NONE });

export const resource: ResourceType = {
  async create(properties, ctx) {
    await ctx.call('apigateway', 'CreateBasePathMapping', {
      domainName: text(properties.DomainName) ?? '',
      basePath: text(properties.BasePath),
      restApiId: text(properties.RestApiId) ?? '',
      stage: text(properties.Stage),
    });
    return made(properties);
  },
  async update(id, properties, previous, ctx) {
    const patchOperations = changed(['RestApiId', 'Stage'], properties, previous).map((name) => ({
      op: 'replace' as const,
      path: name === 'Stage' ? '/stage' : '/restapiId',
      value: text(properties[name]) ?? '',
    }));
    if (patchOperations.length > 0) await ctx.call('apigateway', 'UpdateBasePathMapping', { ...named(id), patchOperations });
    return made(properties);
  },
  async delete(id, _properties, ctx) {
    await ignoring(GONE, ctx.call('apigateway', 'DeleteBasePathMapping', named(id)));
  },
  async read(id, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('apigateway', 'GetBasePathMapping', named(id)));
    if (!found) return undefined;
    const BasePath = found.basePath === NONE ? (properties.BasePath ?? null) : (found.basePath ?? null);
    return { DomainName: named(id).domainName, BasePath, RestApiId: found.restApiId ?? null, Stage: found.stage ?? null };
  },
  refuse: { Id: 'it is not documented.' },
};
