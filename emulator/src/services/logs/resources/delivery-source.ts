// AWS::Logs::DeliverySource
import { crudType } from '#core/resources/crud-type';
import { list, tagMap } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalized } from '#core/resources/uncapitalized';
import { deliveryTags } from './delivery-tags.ts';

const configuration = (value: unknown): Record<string, string> | undefined => value as Record<string, string> | undefined;

export const resource: ResourceType = crudType({
  id: 'Name',
  gone: ['ResourceNotFoundException'],
  properties: { ResourceArn: requiredText, LogType: requiredText, DeliverySourceConfiguration: configuration },
  refusesExisting: true,
  create: (name, given, { Tags }, ctx) =>
    ctx.call('logs', 'PutDeliverySource', { name, ...uncapitalized(given), ...(list(Tags).length > 0 && { tags: tagMap(Tags) }) }),
  update: 'create',
  delete: (name, _properties, ctx) => ctx.call('logs', 'DeleteDeliverySource', { name }),
  find: async (name, _properties, ctx) => (await ctx.call('logs', 'GetDeliverySource', { name })).deliverySource,
  attributes: ({ arn: Arn, service: Service, resourceArns: ResourceArns }) => ({ Arn, Service, ResourceArns }),
  shown: ({ resourceArns, logType: LogType, deliverySourceConfiguration: DeliverySourceConfiguration }) => ({
    ResourceArn: resourceArns?.[0],
    LogType,
    DeliverySourceConfiguration,
  }),
  tags: deliveryTags,
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeDeliverySources', { nextToken }),
  listed: ({ deliverySources }) => deliverySources?.map(({ name }) => name),
});
