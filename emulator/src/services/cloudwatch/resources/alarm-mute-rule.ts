// AWS::CloudWatch::AlarmMuteRule
import { crudType } from '#core/resources/crud-type';
import { tagList, text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { muteRuleArn } from '#services/cloudwatch/arns';
import { GONE } from './alarm-parts.ts';
import { TAGS_BY_ARN } from './tags-by-arn.ts';

const schedule = must(shape({ Expression: requiredText, Duration: requiredText, Timezone: text }));
const rule = must(shape({ Schedule: schedule }));
const targets = shape({ AlarmNames: must(each(requiredText)) });
const time = (value: Parameters<typeof text>[0]): Date | undefined => (value === undefined ? undefined : new Date(text(value)!));

const nameIn = (arn: string): string => arn.slice(arn.indexOf(':alarm-mute-rule:') + ':alarm-mute-rule:'.length);
const find = (arn: string, ctx: ResourceContext) => ctx.call('cloudwatch', 'GetAlarmMuteRule', { AlarmMuteRuleName: nameIn(arn) });
/** The longest name of a mute rule. */
const NAME_LENGTH = 255;

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: GONE,
  properties: { Description: text, Rule: rule, MuteTargets: targets, StartDate: time, ExpireDate: time },
  create: async (_id, given, properties, ctx) => {
    const Name = text(properties.Name) ?? ctx.physicalName(NAME_LENGTH);
    await ctx.call('cloudwatch', 'PutAlarmMuteRule', {
      ...{ Name, ...given },
      Tags: properties.Tags === undefined ? undefined : tagList(properties.Tags),
    });
    return muteRuleArn(Name, ctx);
  },
  idOf: (arn) => arn,
  update: (arn, given, _change, ctx) => ctx.call('cloudwatch', 'PutAlarmMuteRule', { Name: nameIn(arn), ...given }),
  delete: (arn, _properties, ctx) => ctx.call('cloudwatch', 'DeleteAlarmMuteRule', { AlarmMuteRuleName: nameIn(arn) }),
  find: (arn, _properties, ctx) => find(arn, ctx),
  attributes: ({ Status, MuteType, LastUpdatedTimestamp }) => ({
    ...{ Status, MuteType, LastUpdatedTimestamp: LastUpdatedTimestamp?.toISOString() },
  }),
  shown: ({ Name, StartDate, ExpireDate }) => ({
    ...{ Name, StartDate: StartDate?.toISOString().slice(0, 16), ExpireDate: ExpireDate?.toISOString().slice(0, 16) },
  }),
  tags: TAGS_BY_ARN,
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'ListAlarmMuteRules', { NextToken }),
  listed: ({ AlarmMuteRuleSummaries = [] }) => AlarmMuteRuleSummaries.map(({ AlarmMuteRuleArn }) => AlarmMuteRuleArn),
});
