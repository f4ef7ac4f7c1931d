// AWS::Scheduler::Schedule
import { crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, number, text } from '#core/resources/resource-properties';
import { asGiven, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const NOT_EMULATED = 'no emulated service is invoked with them.';
const DEFAULT_GROUP = 'default';
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const target = must(
  shape({
    Arn: requiredText,
    RoleArn: requiredText,
    Input: text,
    DeadLetterConfig: shape({ Arn: text }),
    RetryPolicy: shape({ MaximumEventAgeInSeconds: number, MaximumRetryAttempts: number }),
    EventBridgeParameters: shape({ DetailType: requiredText, Source: requiredText }),
    KinesisParameters: shape({ PartitionKey: requiredText }),
    SqsParameters: shape({ MessageGroupId: text }),
  }),
);
const window = must(shape({ Mode: requiredText, MaximumWindowInMinutes: number }));

const groupOf = ({ GroupName }: Properties): string => text(GroupName) ?? DEFAULT_GROUP;

/** The cloud's handler takes dates with milliseconds only: recorded in https://github.com/badmintoncryer/cdk-preflight. */
const date =
  (name: string) =>
  (value: Value | undefined): Date | undefined => {
    const given = text(value);
    if (given === undefined) return undefined;
    const ms = DATE.test(given) ? Date.parse(given) : Number.NaN;
    if (Number.isNaN(ms)) throw new Error(`Invalid request provided: ${name} needs to follow the format yyyy-MM-ddTHH:mm:ss.SSSZ`);
    return new Date(ms);
  };

/** The group that holds a schedule of this name, where only the name is known. */
async function groupWith(Name: string, ctx: ResourceContext): Promise<string> {
  const { Schedules } = await ctx.call('scheduler', 'ListSchedules', { NamePrefix: Name });
  return Schedules.find((schedule) => schedule.Name === Name)?.GroupName ?? DEFAULT_GROUP;
}

const placeOf = async (Name: string, properties: Properties, ctx: ResourceContext) => ({
  Name,
  GroupName: properties.GroupName === undefined ? await groupWith(Name, ctx) : groupOf(properties),
});

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: 64,
  gone: GONE,
  refuse: { 'Target.EcsParameters': NOT_EMULATED, 'Target.SageMakerPipelineParameters': NOT_EMULATED },
  properties: {
    GroupName: (value: Value | undefined) => text(value) ?? DEFAULT_GROUP,
    ScheduleExpression: requiredText,
    ScheduleExpressionTimezone: text,
    StartDate: date('StartDate'),
    EndDate: date('EndDate'),
    Description: text,
    State: text,
    KmsKeyArn: text,
    FlexibleTimeWindow: window,
    Target: target,
  },
  create: (Name, given, _properties, ctx) => ctx.call('scheduler', 'CreateSchedule', { Name, ...given }),
  /** A schedule cannot change its group: it is made again in the other one. */
  async update(Name, given, { previous }, ctx) {
    const before = groupOf(previous);
    await ctx.call('scheduler', given.GroupName === before ? 'UpdateSchedule' : 'CreateSchedule', { Name, ...given });
    if (given.GroupName !== before) await ignoring(GONE, ctx.call('scheduler', 'DeleteSchedule', { Name, GroupName: before }));
  },
  delete: (Name, properties, ctx) => ctx.call('scheduler', 'DeleteSchedule', { Name, GroupName: groupOf(properties) }),
  find: async (Name, properties, ctx) => ctx.call('scheduler', 'GetSchedule', await placeOf(Name, properties, ctx)),
  attributes: ({ Arn }) => ({ Arn }),
  shown: ({ StartDate, EndDate, Target }, given) => ({
    StartDate: StartDate?.toISOString(),
    EndDate: EndDate?.toISOString(),
    Target: asGiven(Target, given.Target),
  }),
  list: (NextToken, _filter, ctx) => ctx.call('scheduler', 'ListSchedules', { NextToken }),
  listed: ({ Schedules }) => Schedules.map(({ Name }) => Name),
});
