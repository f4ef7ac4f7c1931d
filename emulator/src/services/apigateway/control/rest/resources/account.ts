// AWS::ApiGateway::Account: one for each account and region. With the resource, its role is taken away.
import { text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

async function put(role: string | undefined, ctx: ResourceContext): Promise<void> {
  const patchOperations = [{ op: 'replace' as const, path: '/cloudwatchRoleArn', value: role ?? '' }];
  await ctx.call('apigateway', 'UpdateAccount', { patchOperations });
}

const made = (Id: string) => ({ physicalId: Id, attributes: { Id } });
const MAX_NAME = 128;

export const resource: ResourceType = {
  async create(properties, ctx) {
    await put(text(properties.CloudWatchRoleArn), ctx);
    return made(ctx.physicalName(MAX_NAME));
  },
  async update(Id, properties, _previous, ctx) {
    await put(text(properties.CloudWatchRoleArn), ctx);
    return made(Id);
  },
  async delete(_Id, properties, ctx) {
    const { cloudwatchRoleArn } = await ctx.call('apigateway', 'GetAccount', {});
    if (cloudwatchRoleArn === text(properties.CloudWatchRoleArn)) await put(undefined, ctx);
  },
  async read(Id, _properties, ctx) {
    const { cloudwatchRoleArn } = await ctx.call('apigateway', 'GetAccount', {});
    return { Id, CloudWatchRoleArn: cloudwatchRoleArn ?? null };
  },
  adopt: (identifier) => Promise.resolve(made(text(identifier.Id) ?? '')),
};
