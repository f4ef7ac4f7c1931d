// AWS::Logs::DeliveryDestination
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { changed, document, list, tagMap, text } from '#core/resources/resource-properties';
import { documentAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { deliveryTags } from './delivery-tags.ts';

const policy = shape({ DeliveryDestinationName: text, DeliveryDestinationPolicy: document });
const policyOf = (value: Value | undefined): string | undefined => policy(value)?.DeliveryDestinationPolicy;

export const resource: ResourceType = crudType({
  id: 'Name',
  gone: ['ResourceNotFoundException'],
  replaces: (properties, previous) => changed(['DestinationResourceArn', 'DeliveryDestinationType', 'OutputFormat'], properties, previous),
  properties: { DestinationResourceArn: text, DeliveryDestinationType: text, OutputFormat: text },
  refusesExisting: true,
  create: (name, { DestinationResourceArn, DeliveryDestinationType, OutputFormat }, { Tags }, ctx) =>
    ctx.call('logs', 'PutDeliveryDestination', {
      name,
      outputFormat: OutputFormat,
      deliveryDestinationType: DeliveryDestinationType,
      ...(DestinationResourceArn !== undefined && {
        deliveryDestinationConfiguration: { destinationResourceArn: DestinationResourceArn },
      }),
      ...(list(Tags).length > 0 && { tags: tagMap(Tags) }),
    }),
  delete: (name, _properties, ctx) => ctx.call('logs', 'DeleteDeliveryDestination', { name }),
  find: async (name, _properties, ctx) => (await ctx.call('logs', 'GetDeliveryDestination', { name })).deliveryDestination,
  attributes: ({ arn: Arn }) => ({ Arn }),
  settings: [
    crudSetting(
      'DeliveryDestinationPolicy',
      policyOf,
      (deliveryDestinationName, deliveryDestinationPolicy, ctx) =>
        ctx.call('logs', 'PutDeliveryDestinationPolicy', { deliveryDestinationName, deliveryDestinationPolicy }),
      (deliveryDestinationName, ctx) => ctx.call('logs', 'DeleteDeliveryDestinationPolicy', { deliveryDestinationName }),
    ),
  ],
  tags: deliveryTags,
  async shown({ deliveryDestinationType, deliveryDestinationConfiguration: configuration, outputFormat: OutputFormat }, given, name, ctx) {
    const { policy: told } = await ctx.call('logs', 'GetDeliveryDestinationPolicy', { deliveryDestinationName: name });
    const { DeliveryDestinationName, DeliveryDestinationPolicy } = (given.DeliveryDestinationPolicy ?? {}) as Readonly<
      Record<string, Value>
    >;
    return {
      DestinationResourceArn: configuration?.destinationResourceArn,
      DeliveryDestinationType: deliveryDestinationType,
      OutputFormat,
      DeliveryDestinationPolicy: told?.deliveryDestinationPolicy && {
        ...(DeliveryDestinationName !== undefined && { DeliveryDestinationName: name }),
        DeliveryDestinationPolicy: documentAs(told.deliveryDestinationPolicy, DeliveryDestinationPolicy),
      },
    };
  },
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeDeliveryDestinations', { nextToken }),
  listed: ({ deliveryDestinations }) => deliveryDestinations?.map(({ name }) => name),
});
