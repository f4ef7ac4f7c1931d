// AWS::MSK::Configuration
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text, texts } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

/** Undefined where it does not exist, which the service calls a bad request. */
const find = (Arn: string, ctx: ResourceContext) => ignoring(['BadRequestException'], ctx.call('kafka', 'DescribeConfiguration', { Arn }));

async function made(arn: string, ctx: ResourceContext): Promise<Created> {
  const { LatestRevision } = await ctx.call('kafka', 'DescribeConfiguration', { Arn: arn });
  const { Revision = 1, CreationTime, Description = '' } = LatestRevision ?? {};
  const attributes = {
    Arn: arn,
    'LatestRevision.Revision': String(Revision),
    'LatestRevision.CreationTime': CreationTime?.toISOString() ?? '',
    'LatestRevision.Description': Description,
  };
  return { physicalId: arn, attributes };
}

export const resource: ResourceType = {
  refuse: { LatestRevision: 'the service counts revisions itself: its members can be read, not given.' },
  async create(properties, ctx) {
    const { Arn } = await ctx.call('kafka', 'CreateConfiguration', {
      Name: text(properties.Name)!,
      ServerProperties: Buffer.from(text(properties.ServerProperties)!),
      Description: text(properties.Description),
      KafkaVersions: properties.KafkaVersionsList === undefined ? undefined : texts(properties.KafkaVersionsList),
    });
    return made(Arn!, ctx);
  },
  async update(Arn, properties, _previous, ctx) {
    const ServerProperties = Buffer.from(text(properties.ServerProperties)!);
    await ctx.call('kafka', 'UpdateConfiguration', { Arn, ServerProperties, Description: text(properties.Description) });
    return made(Arn, ctx);
  },
  async delete(Arn, _properties, ctx) {
    if (await find(Arn, ctx)) await ctx.call('kafka', 'DeleteConfiguration', { Arn });
  },
  async read(Arn, _properties, ctx) {
    const found = await find(Arn, ctx);
    if (!found) return undefined;
    const Revision = found.LatestRevision?.Revision ?? 1;
    const { ServerProperties } = await ctx.call('kafka', 'DescribeConfigurationRevision', { Arn, Revision });
    return readAs({
      Name: found.Name,
      Description: found.LatestRevision?.Description || undefined,
      KafkaVersionsList: found.KafkaVersions?.length ? found.KafkaVersions : undefined,
      ServerProperties: Buffer.from(ServerProperties ?? []).toString(),
    });
  },
  async list(_filter, NextToken, ctx) {
    const found = await ctx.call('kafka', 'ListConfigurations', { NextToken });
    return { items: (found.Configurations ?? []).map(({ Arn }) => ({ Arn })), next: found.NextToken };
  },
  adopt: (identifier, _properties, ctx) => made(text(identifier.Arn) ?? '', ctx),
};
