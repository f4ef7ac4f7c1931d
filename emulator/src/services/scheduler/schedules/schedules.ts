// Schedules: create, get, update, delete, list.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, type GetScheduleOutput, operation, type ScheduleSummary } from '#model/scheduler';
import { DEFAULT_GROUP, scheduleArn } from '#services/scheduler/arns';
import { once } from '#services/scheduler/client-tokens';
import { noSuchSchedule } from '#services/scheduler/faults';
import { findActiveGroup, findGroup } from '#services/scheduler/groups/find-group';
import { pageOfValues } from '#services/scheduler/pages';
import { arm } from '#services/scheduler/runs/arm';
import { removeSchedule } from '#services/scheduler/runs/remove-schedule';
import { tellIdle } from '#services/scheduler/runs/tell-idle';
import { type Schedule, schedules } from '#services/scheduler/state';
import { checkRole } from '#services/scheduler/targets/execution-role';
import { readSchedule } from './schedule-input.ts';

function findSchedule(name: string, group: string | undefined, ctx: Ctx): Frozen<Schedule> {
  const found = findGroup(group ?? DEFAULT_GROUP, ctx);
  const schedule = ctx.records(schedules).get([found.name, name]);
  if (!schedule) throw noSuchSchedule(name);
  return schedule;
}

/** Writes the schedule, whose next run is at or after `fromMs`, and returns its ARN. */
function put(tx: Tx, schedule: Omit<Schedule, 'nextMs'>, fromMs: number, ctx: Ctx): string {
  const armed = arm(tx, schedule, fromMs, ctx);
  tx.after(() => tellIdle(armed, ctx));
  return scheduleArn(ctx, schedule.group, schedule.name);
}

export const CreateSchedule = operation('CreateSchedule', async (input, ctx) => {
  const settings = readSchedule(input, ctx);
  findActiveGroup(settings.group, ctx);
  await checkRole(settings.target.RoleArn, settings.group, ctx);
  const create = (tx: Tx): string => {
    const { group, name } = settings;
    findActiveGroup(group, ctx);
    if (ctx.records(schedules).has([group, name])) throw fault('ConflictException', `Schedule ${name} already exists.`);
    const now = ctx.now();
    return put(tx, { ...settings, createdMs: now, modifiedMs: now, baseMs: now }, now, ctx);
  };
  return { ScheduleArn: once('CreateSchedule', input, create, ctx) };
});

/** A schedule whose time is not changed goes on as it was; any other begins anew. */
export const UpdateSchedule = operation('UpdateSchedule', async (input, ctx) => {
  const settings = readSchedule(input, ctx);
  findSchedule(input.Name, input.GroupName, ctx);
  await checkRole(settings.target.RoleArn, settings.group, ctx);
  const update = (tx: Tx): string => {
    const before = findSchedule(input.Name, input.GroupName, ctx);
    const now = ctx.now();
    const { expression, timezone, startMs } = before;
    const isSameTime = settings.expression === expression && settings.timezone === timezone && settings.startMs === startMs;
    const run = isSameTime ? { baseMs: before.baseMs, lastMs: before.lastMs } : { baseMs: now };
    // A run that is due already, but was not made yet, is not lost.
    const fromMs = isSameTime ? Math.min(before.nextMs ?? now, now) : now;
    return put(tx, { ...settings, createdMs: before.createdMs, modifiedMs: now, ...run }, fromMs, ctx);
  };
  return { ScheduleArn: once('UpdateSchedule', input, update, ctx) };
});

export const DeleteSchedule = operation('DeleteSchedule', (input, ctx) => {
  const remove = (tx: Tx): string => {
    removeSchedule(tx, findSchedule(input.Name, input.GroupName, ctx), ctx);
    return '';
  };
  once('DeleteSchedule', input, remove, ctx);
});

const date = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms));

const summaryOf = ({ group, name, state, createdMs, modifiedMs }: Frozen<Schedule>, ctx: Ctx) => ({
  Arn: scheduleArn(ctx, group, name),
  GroupName: group,
  Name: name,
  State: state,
  CreationDate: new Date(createdMs),
  LastModificationDate: new Date(modifiedMs),
});

export const GetSchedule = operation('GetSchedule', ({ Name, GroupName }, ctx): GetScheduleOutput => {
  const schedule = findSchedule(Name, GroupName, ctx);
  return {
    ...summaryOf(schedule, ctx),
    ScheduleExpression: schedule.expression,
    ScheduleExpressionTimezone: schedule.timezone,
    StartDate: date(schedule.startMs),
    EndDate: date(schedule.endMs),
    Description: schedule.description,
    KmsKeyArn: schedule.kmsKeyArn,
    Target: schedule.target,
    FlexibleTimeWindow: schedule.window,
    ActionAfterCompletion: schedule.afterCompletion,
  };
});

export const ListSchedules = operation('ListSchedules', (input, ctx) => {
  const { GroupName, NamePrefix = '', State } = input;
  if (GroupName !== undefined) findGroup(GroupName, ctx);
  const prefix: [] | [group: string] = GroupName === undefined ? [] : [GroupName];
  const { items, NextToken } = pageOfValues(ctx.records(schedules), prefix, input, {
    keep: ({ name, state }) => name.startsWith(NamePrefix) && (State === undefined || state === State),
  });
  const summaries = items.map((schedule): ScheduleSummary => ({ ...summaryOf(schedule, ctx), Target: { Arn: schedule.target.Arn } }));
  return { Schedules: summaries, NextToken };
});
