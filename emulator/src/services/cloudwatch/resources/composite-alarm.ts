// AWS::CloudWatch::CompositeAlarm
import { crudType } from '#core/resources/crud-type';
import { number, tagList, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { ACTION_PROPERTIES, ALARM_TAGS, GONE, NAME_LENGTH, shownActions } from './alarm-parts.ts';

export const resource: ResourceType = crudType({
  id: 'AlarmName',
  newName: NAME_LENGTH,
  gone: GONE,
  refusesExisting: true,
  properties: {
    ...ACTION_PROPERTIES,
    AlarmRule: requiredText,
    ActionsSuppressor: text,
    ActionsSuppressorWaitPeriod: number,
    ActionsSuppressorExtensionPeriod: number,
  },
  create: (AlarmName, given, { Tags }, ctx) =>
    ctx.call('cloudwatch', 'PutCompositeAlarm', { AlarmName, ...given, Tags: Tags === undefined ? undefined : tagList(Tags) }),
  update: 'create',
  delete: (name, _properties, ctx) => ctx.call('cloudwatch', 'DeleteAlarms', { AlarmNames: [name] }),
  find: async (name, _properties, ctx) =>
    (await ctx.call('cloudwatch', 'DescribeAlarms', { AlarmNames: [name], AlarmTypes: ['CompositeAlarm'] })).CompositeAlarms?.[0],
  attributes: ({ AlarmArn: Arn }) => ({ Arn }),
  shown: (found) => ({ ...shownActions(found) }),
  tags: ALARM_TAGS,
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'DescribeAlarms', { NextToken, AlarmTypes: ['CompositeAlarm'] }),
  listed: ({ CompositeAlarms = [] }) => CompositeAlarms.map(({ AlarmName }) => AlarmName),
});
