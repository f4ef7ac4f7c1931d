// Mute rules: windows in which alarms change their states without running actions.
import type { Ctx } from '#core/ctx';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { fault, operation, type PutAlarmMuteRuleInput } from '#model/cloudwatch';
import { muteRuleArn } from '#services/cloudwatch/arns';
import { invalid, invalidToken } from '#services/cloudwatch/faults';
import { type MuteRule, muteRules, tags } from '#services/cloudwatch/state';
import { ALARM_TAGS } from '#services/cloudwatch/tag-rules';
import { openUntil, startsOf } from './mute-windows.ts';

const DURATION = /^P(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,3})H)?(?:(\d{1,5})M)?)?$/;
/** Limit: days of a mute rule's window. */
const MAX_DAYS = 15;
const MINUTE_MS = 60_000;

export const PutAlarmMuteRule = operation('PutAlarmMuteRule', (input, ctx) => {
  const records = ctx.records(muteRules);
  const rule = readRule(input, ctx);
  ctx.write((tx) => {
    if (!records.has([rule.name]) && input.Tags)
      tx.put(ctx.records(tags), [muteRuleArn(rule.name, ctx)], { tags: ALARM_TAGS.ofNew(input.Tags, ctx) });
    tx.put(records, [rule.name], rule);
  });
});

function readRule({ Name: name, Rule, Description, MuteTargets, StartDate, ExpireDate }: PutAlarmMuteRuleInput, ctx: Ctx): MuteRule {
  const { Expression: expression, Duration: duration, Timezone: timezone } = Rule.Schedule;
  if (!startsOf(expression)) throw invalid(`The schedule expression ${expression} is neither at(YYYY-MM-DDTHH:MM) nor a cron expression.`);
  const [, days = 0, hours = 0, minutes = 0] = DURATION.exec(duration) ?? [];
  const durationMs = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * MINUTE_MS;
  if (durationMs <= 0 || durationMs > MAX_DAYS * 1440 * MINUTE_MS)
    throw invalid(`The duration ${duration} must be between PT1M and P${MAX_DAYS}D.`);
  if (timezone !== undefined && !['UTC', 'Etc/UTC', 'GMT'].includes(timezone))
    throw invalid(`The time zone ${timezone} is not emulated: mute rules are in UTC.`);
  if (StartDate && ExpireDate && StartDate >= ExpireDate) throw invalid('StartDate must be before ExpireDate.');
  return {
    ...{ name, description: Description, expression, duration, durationMs, timezone },
    ...{ alarms: MuteTargets?.AlarmNames ?? [], startMs: StartDate?.getTime(), expireMs: ExpireDate?.getTime(), updatedMs: ctx.now() },
  };
}

export const GetAlarmMuteRule = operation('GetAlarmMuteRule', ({ AlarmMuteRuleName }, ctx) => {
  const rule = findRule(AlarmMuteRuleName, ctx);
  return {
    Name: rule.name,
    Description: rule.description,
    Rule: { Schedule: { Expression: rule.expression, Duration: rule.duration, Timezone: rule.timezone } },
    MuteTargets: rule.alarms.length === 0 ? undefined : { AlarmNames: rule.alarms },
    StartDate: rule.startMs === undefined ? undefined : new Date(rule.startMs),
    ...summaryOf(rule, ctx),
  };
});

/** Deleting a rule that does not exist is no error. */
export const DeleteAlarmMuteRule = operation('DeleteAlarmMuteRule', ({ AlarmMuteRuleName: name }, ctx) =>
  ctx.write((tx) => {
    tx.delete(ctx.records(muteRules), [name]);
    tx.delete(ctx.records(tags), [muteRuleArn(name, ctx)]);
  }),
);

const { pageOfValues } = pager({
  request: ({ NextToken, MaxRecords = 50 }: { NextToken?: string | undefined; MaxRecords?: number | undefined }) => ({
    limit: MaxRecords,
    token: NextToken,
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

export const ListAlarmMuteRules = operation('ListAlarmMuteRules', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(muteRules), [], input, {
    keep: (rule) =>
      (input.AlarmName === undefined || rule.alarms.includes(input.AlarmName)) &&
      (!input.Statuses || input.Statuses.includes(statusOf(rule, ctx))),
  });
  return { AlarmMuteRuleSummaries: items.map((rule) => summaryOf(rule, ctx)), NextToken };
});

const statusOf = (rule: Frozen<MuteRule>, ctx: Ctx): 'ACTIVE' | 'EXPIRED' | 'SCHEDULED' => {
  if (openUntil(rule, ctx.now()) !== undefined) return 'ACTIVE';
  const next = startsOf(rule.expression)?.(ctx.now());
  return next === undefined || next >= (rule.expireMs ?? Number.POSITIVE_INFINITY) ? 'EXPIRED' : 'SCHEDULED';
};

const summaryOf = (rule: Frozen<MuteRule>, ctx: Ctx) => ({
  AlarmMuteRuleArn: muteRuleArn(rule.name, ctx),
  ExpireDate: rule.expireMs === undefined ? undefined : new Date(rule.expireMs),
  Status: statusOf(rule, ctx),
  MuteType: rule.expression.startsWith('at(') ? 'ONE_TIME' : 'RECURRING',
  LastUpdatedTimestamp: new Date(rule.updatedMs),
});

function findRule(name: string, ctx: Ctx): Frozen<MuteRule> {
  const rule = ctx.records(muteRules).get([name]);
  if (!rule) throw fault('ResourceNotFoundException', '', { ResourceType: 'alarm-mute-rule', ResourceId: name });
  return rule;
}
