// AWS::ApiGateway::UsagePlanKey. Its id is that of the key and that of the plan.
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './rest-type.ts';

const made = (Id: string) => ({ physicalId: Id, attributes: { Id } });
const named = (id: string) => ({ keyId: id.split(':')[0] ?? '', usagePlanId: id.split(':')[1] ?? '' });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const [keyId, usagePlanId] = [text(properties.KeyId) ?? '', text(properties.UsagePlanId) ?? ''];
    await ctx.call('apigateway', 'CreateUsagePlanKey', { keyId, usagePlanId, keyType: text(properties.KeyType) ?? '' });
    return made(`${keyId}:${usagePlanId}`);
  },
  async delete(id, _properties, ctx) {
    await ignoring(GONE, ctx.call('apigateway', 'DeleteUsagePlanKey', named(id)));
  },
  async read(id, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('apigateway', 'GetUsagePlanKey', named(id)));
    const { keyId, usagePlanId } = named(id);
    return found && { Id: id, KeyId: keyId, KeyType: found.type ?? null, UsagePlanId: usagePlanId };
  },
  listNeeds: ['UsagePlanId'],
  async list(filter, position, ctx) {
    const UsagePlanId = text(filter.UsagePlanId) ?? '';
    const page = await ctx.call('apigateway', 'GetUsagePlanKeys', { usagePlanId: UsagePlanId, position });
    return { items: (page.items ?? []).map(({ id }) => ({ UsagePlanId, Id: `${id}:${UsagePlanId}` })), next: page.position };
  },
  async adopt(identifier, _properties, ctx) {
    const id = text(identifier.Id) ?? '';
    await ctx.call('apigateway', 'GetUsagePlanKey', named(id));
    return made(id);
  },
};
