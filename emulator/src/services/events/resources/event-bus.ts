// AWS::Events::EventBus.
import { crudSetting, crudType } from '#core/resources/crud-type';
import { document, tagList, text } from '#core/resources/resource-properties';
import { asGiven, documentAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const deadLetters = shape({ Arn: text });
const logging = shape({ IncludeDetail: text, Level: text });

export const resource: ResourceType = crudType({
  id: 'Name',
  gone: ['ResourceNotFoundException'],
  properties: {
    Description: text,
    KmsKeyIdentifier: text,
    DeadLetterConfig: deadLetters,
    LogConfig: logging,
  },
  cleared: {
    Description: '',
    KmsKeyIdentifier: '',
    DeadLetterConfig: { Arn: undefined },
    LogConfig: { IncludeDetail: 'NONE', Level: 'OFF' },
  },
  create: (Name, given, { EventSourceName, Tags }, ctx) =>
    ctx.call('events', 'CreateEventBus', { Name, EventSourceName: text(EventSourceName), ...given, Tags: tagList(Tags) }),
  update: (Name, given, _change, ctx) => ctx.call('events', 'UpdateEventBus', { Name, ...given }),
  delete: (Name, _properties, ctx) => ctx.call('events', 'DeleteEventBus', { Name }),
  find: (Name, _properties, ctx) => ctx.call('events', 'DescribeEventBus', { Name }),
  settings: [
    crudSetting(
      'Policy',
      document,
      (EventBusName, Policy, ctx) => ctx.call('events', 'PutPermission', { EventBusName, Policy }),
      (EventBusName, ctx) => ctx.call('events', 'RemovePermission', { EventBusName, RemoveAllPermissions: true }),
    ),
  ],
  tags: {
    told: async ({ Arn = '' }, _name, ctx) => (await ctx.call('events', 'ListTagsForResource', { ResourceARN: Arn })).Tags,
    put: (_name, Tags, { Arn = '' }, ctx) => ctx.call('events', 'TagResource', { ResourceARN: Arn, Tags }),
    remove: (_name, TagKeys, { Arn = '' }, ctx) => ctx.call('events', 'UntagResource', { ResourceARN: Arn, TagKeys }),
  },
  attributes: ({ Name, Arn, Policy }) => ({ Name, Arn, Policy }),
  shown: ({ DeadLetterConfig, LogConfig, Policy }, given) => ({
    DeadLetterConfig: DeadLetterConfig?.Arn ? DeadLetterConfig : undefined,
    LogConfig: asGiven(LogConfig, given.LogConfig),
    Policy: documentAs(Policy, given.Policy),
  }),
  list: (NextToken, _filter, ctx) => ctx.call('events', 'ListEventBuses', { NextToken }),
  listed: ({ EventBuses }) => EventBuses?.map(({ Name }) => Name),
});
