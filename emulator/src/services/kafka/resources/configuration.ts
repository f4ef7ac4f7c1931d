// AWS::MSK::Configuration
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { text, texts } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';

const bytes = (value: Value | undefined): Buffer => Buffer.from(text(value) ?? '');

export const resource: ResourceType = crudType({
  id: 'Arn',
  /** The service calls a configuration that does not exist a bad request. */
  gone: ['BadRequestException'],
  refuse: { LatestRevision: 'the service counts revisions itself: its members can be read, not given.' },
  properties: { ServerProperties: bytes, Description: text },
  create: (_name, given, { Name, KafkaVersionsList }, ctx) =>
    ctx.call('kafka', 'CreateConfiguration', {
      Name: text(Name)!,
      ...given,
      KafkaVersions: KafkaVersionsList === undefined ? undefined : texts(KafkaVersionsList),
    }),
  idOf: ({ Arn }) => Arn!,
  update: (Arn, given, _change, ctx) => ctx.call('kafka', 'UpdateConfiguration', { Arn, ...given }),
  async delete(Arn, _properties, ctx) {
    await ctx.call('kafka', 'DescribeConfiguration', { Arn });
    await ctx.call('kafka', 'DeleteConfiguration', { Arn });
  },
  find: (Arn, _properties, ctx) => ctx.call('kafka', 'DescribeConfiguration', { Arn }),
  attributes: ({ LatestRevision: { Revision = 1, CreationTime, Description = '' } = {} }) => ({
    'LatestRevision.Revision': String(Revision),
    'LatestRevision.CreationTime': CreationTime?.toISOString() ?? '',
    'LatestRevision.Description': Description,
  }),
  async shown({ Name, LatestRevision: { Revision = 1, Description } = {}, KafkaVersions }, _given, Arn, ctx) {
    const { ServerProperties } = await ctx.call('kafka', 'DescribeConfigurationRevision', { Arn, Revision });
    return {
      Name,
      Description: Description || undefined,
      KafkaVersionsList: KafkaVersions?.length ? KafkaVersions : undefined,
      ServerProperties: Buffer.from(ServerProperties ?? []).toString(),
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('kafka', 'ListConfigurations', { NextToken }),
  listed: ({ Configurations }) => Configurations?.map(({ Arn }) => Arn),
});
