// AWS::StepFunctions::Activity
import { crudType } from '#core/resources/crud-type';
import { number, tagList, text } from '#core/resources/resource-properties';
import { requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalized } from '#core/resources/uncapitalized';
import { machineTags } from './machine-tags.ts';

const encryption = shape({ Type: requiredText, KmsKeyId: text, KmsDataKeyReusePeriodSeconds: number });

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['ActivityDoesNotExist'],
  properties: { Name: requiredText, EncryptionConfiguration: encryption },
  create: (_name, { Name: name, EncryptionConfiguration: given }, { Tags }, ctx) =>
    ctx.call('states', 'CreateActivity', {
      name,
      encryptionConfiguration: given && uncapitalized(given),
      tags: tagList(Tags).map(uncapitalized),
    }),
  idOf: ({ activityArn }) => activityArn,
  delete: (activityArn, _properties, ctx) => ctx.call('states', 'DeleteActivity', { activityArn }),
  find: (activityArn, _properties, ctx) => ctx.call('states', 'DescribeActivity', { activityArn }),
  tags: machineTags,
  attributes: ({ name: Name }) => ({ Name }),
  shown({ name: Name, encryptionConfiguration: { type: Type, kmsKeyId: KmsKeyId, kmsDataKeyReusePeriodSeconds } = {} }) {
    return { Name, EncryptionConfiguration: { Type, KmsKeyId, KmsDataKeyReusePeriodSeconds: kmsDataKeyReusePeriodSeconds } };
  },
  list: (nextToken, _filter, ctx) => ctx.call('states', 'ListActivities', { nextToken }),
  listed: ({ activities }) => activities.map(({ activityArn }) => activityArn),
});
