// AWS::Scheduler::Schedule
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, number, text } from '#core/resources/resource-properties';
import { asGiven, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { FlexibleTimeWindow, Target } from '#model/scheduler';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;
const DEFAULT_GROUP = 'default';
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const target = shape({
  Arn: must(text),
  RoleArn: must(text),
  Input: text,
  DeadLetterConfig: shape({ Arn: text }),
  RetryPolicy: shape({ MaximumEventAgeInSeconds: number, MaximumRetryAttempts: number }),
  EventBridgeParameters: shape({ DetailType: must(text), Source: must(text) }),
  KinesisParameters: shape({ PartitionKey: must(text) }),
  SqsParameters: shape({ MessageGroupId: text }),
});
const window = shape({ Mode: must(text), MaximumWindowInMinutes: number });

const groupOf = ({ GroupName }: Properties): string => text(GroupName) ?? DEFAULT_GROUP;

/** The cloud's handler takes dates with milliseconds only: recorded in https://github.com/badmintoncryer/cdk-preflight. */
function date(name: string, value: Value | undefined): Date | undefined {
  const given = text(value);
  if (given === undefined) return undefined;
  const ms = DATE.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(ms)) throw new Error(`Invalid request provided: ${name} needs to follow the format yyyy-MM-ddTHH:mm:ss.SSSZ`);
  return new Date(ms);
}

const settings = (properties: Properties) => ({
  GroupName: groupOf(properties),
  ScheduleExpression: text(properties.ScheduleExpression)!,
  ScheduleExpressionTimezone: text(properties.ScheduleExpressionTimezone),
  StartDate: date('StartDate', properties.StartDate),
  EndDate: date('EndDate', properties.EndDate),
  Description: text(properties.Description),
  State: text(properties.State),
  KmsKeyArn: text(properties.KmsKeyArn),
  FlexibleTimeWindow: window(properties.FlexibleTimeWindow) as FlexibleTimeWindow,
  Target: target(properties.Target) as Target,
});

const made = (Name: string, Arn: string): Created => ({ physicalId: Name, attributes: { Arn } });

/** The group that holds a schedule of this name, where only the name is known. */
async function groupWith(Name: string, ctx: ResourceContext): Promise<string> {
  const { Schedules } = await ctx.call('scheduler', 'ListSchedules', { NamePrefix: Name });
  return Schedules.find((schedule) => schedule.Name === Name)?.GroupName ?? DEFAULT_GROUP;
}

const NOT_EMULATED = 'no emulated service is invoked with them.';

export const resource: ResourceType = {
  refuse: {
    'Target.EcsParameters': NOT_EMULATED,
    'Target.SageMakerPipelineParameters': NOT_EMULATED,
  },
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    const { ScheduleArn } = await ctx.call('scheduler', 'CreateSchedule', { Name, ...settings(properties) });
    ctx.created(Name);
    return made(Name, ScheduleArn);
  },
  /** A schedule cannot change its group: it is made again in the other one. */
  async update(Name, properties, previous, ctx) {
    const [group, before] = [groupOf(properties), groupOf(previous)];
    const request = { Name, ...settings(properties) };
    if (group === before) return made(Name, (await ctx.call('scheduler', 'UpdateSchedule', request)).ScheduleArn);
    const { ScheduleArn } = await ctx.call('scheduler', 'CreateSchedule', request);
    await ignoring(GONE, ctx.call('scheduler', 'DeleteSchedule', { Name, GroupName: before }));
    return made(Name, ScheduleArn);
  },
  async delete(Name, properties, ctx) {
    await ignoring(GONE, ctx.call('scheduler', 'DeleteSchedule', { Name, GroupName: groupOf(properties) }));
  },
  async read(Name, properties, ctx) {
    const GroupName = properties.GroupName === undefined ? await groupWith(Name, ctx) : groupOf(properties);
    const found = await ignoring(GONE, ctx.call('scheduler', 'GetSchedule', { Name, GroupName }));
    if (!found) return undefined;
    const { ScheduleExpression, ScheduleExpressionTimezone, Description, State, KmsKeyArn, FlexibleTimeWindow, StartDate, EndDate } = found;
    return readAs({
      Name,
      GroupName: found.GroupName,
      ScheduleExpression,
      ScheduleExpressionTimezone,
      StartDate: StartDate?.toISOString(),
      EndDate: EndDate?.toISOString(),
      Description,
      State,
      KmsKeyArn,
      FlexibleTimeWindow,
      Target: asGiven(found.Target, properties.Target),
    });
  },
  async list(_filter, NextToken, ctx) {
    const { Schedules, NextToken: next } = await ctx.call('scheduler', 'ListSchedules', { NextToken });
    return { items: Schedules.map(({ Name }) => ({ Name: Name! })), next };
  },
  async adopt(identifier, properties, ctx) {
    const Name = text(identifier.Name) ?? '';
    const GroupName = properties.GroupName === undefined ? await groupWith(Name, ctx) : groupOf(properties);
    const { Arn } = await ctx.call('scheduler', 'GetSchedule', { Name, GroupName });
    return made(Name, Arn!);
  },
};
