// AWS::Logs::Delivery
import { crudType } from '#core/resources/crud-type';
import { changed, flag, list, tagMap, text, texts } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { deliveryTags } from './delivery-tags.ts';

interface Settings {
  readonly RecordFields: readonly string[] | undefined;
  readonly FieldDelimiter: string | undefined;
  readonly S3SuffixPath: string | undefined;
  readonly S3EnableHiveCompatiblePath: boolean | undefined;
}

const settingsOf = ({
  RecordFields: recordFields,
  FieldDelimiter: fieldDelimiter,
  S3SuffixPath,
  S3EnableHiveCompatiblePath,
}: Settings) => ({
  recordFields,
  fieldDelimiter,
  ...((S3SuffixPath !== undefined || S3EnableHiveCompatiblePath !== undefined) && {
    s3DeliveryConfiguration: { suffixPath: S3SuffixPath, enableHiveCompatiblePath: S3EnableHiveCompatiblePath },
  }),
});

export const resource: ResourceType = crudType({
  id: 'DeliveryId',
  gone: ['ResourceNotFoundException'],
  replaces: (properties, previous) => changed(['DeliverySourceName', 'DeliveryDestinationArn'], properties, previous),
  properties: { RecordFields: texts, FieldDelimiter: text, S3SuffixPath: text, S3EnableHiveCompatiblePath: flag },
  create: (_id, given, { DeliverySourceName, DeliveryDestinationArn, Tags }, ctx) =>
    ctx.call('logs', 'CreateDelivery', {
      deliverySourceName: requiredText(DeliverySourceName),
      deliveryDestinationArn: requiredText(DeliveryDestinationArn),
      ...settingsOf(given),
      ...(list(Tags).length > 0 && { tags: tagMap(Tags) }),
    }),
  idOf: ({ delivery }) => delivery!.id!,
  update: (id, given, _change, ctx) => ctx.call('logs', 'UpdateDeliveryConfiguration', { id, ...settingsOf(given) }),
  delete: (id, _properties, ctx) => ctx.call('logs', 'DeleteDelivery', { id }),
  find: async (id, _properties, ctx) => (await ctx.call('logs', 'GetDelivery', { id })).delivery,
  attributes: ({ arn: Arn, deliveryDestinationType: DeliveryDestinationType }) => ({ Arn, DeliveryDestinationType }),
  shown: ({ deliverySourceName, deliveryDestinationArn, recordFields, fieldDelimiter, s3DeliveryConfiguration: path }) => ({
    DeliverySourceName: deliverySourceName,
    DeliveryDestinationArn: deliveryDestinationArn,
    RecordFields: recordFields,
    FieldDelimiter: fieldDelimiter,
    S3SuffixPath: path?.suffixPath,
    S3EnableHiveCompatiblePath: path?.enableHiveCompatiblePath,
  }),
  tags: deliveryTags,
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeDeliveries', { nextToken }),
  listed: ({ deliveries }) => deliveries?.map(({ id }) => id),
});
