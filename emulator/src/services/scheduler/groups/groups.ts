// Schedule groups: create, get, delete, list.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { fault, operation, type ScheduleGroupSummary } from '#model/scheduler';
import { DEFAULT_GROUP, groupArn } from '#services/scheduler/arns';
import { once } from '#services/scheduler/client-tokens';
import { pageOfItems } from '#services/scheduler/pages';
import { scheduleGroups } from '#services/scheduler/state';
import { emptyGroup } from './empty-group.ts';
import { findGroup, findOwnGroup, type GroupFacts, groupNamed, refuseDefault } from './find-group.ts';
import { GROUP_TAGS } from './tag-rules.ts';

/** Limit: groups of an account in a region: https://docs.aws.amazon.com/scheduler/latest/UserGuide/scheduler-quotas.html */
const MAX_GROUPS = 500;

export const CreateScheduleGroup = operation('CreateScheduleGroup', (input, ctx) => {
  const { Name: name, Tags } = input;
  refuseDefault(name);
  const tags = GROUP_TAGS.ofNew(Tags, ctx);
  const create = (tx: Tx): string => {
    if (groupNamed(name, ctx)) throw fault('ConflictException', `Schedule group ${name} already exists.`);
    if (ctx.records(scheduleGroups).range([], { limit: MAX_GROUPS }).length === MAX_GROUPS)
      throw fault('ServiceQuotaExceededException', `There are ${MAX_GROUPS} schedule groups in this region already.`);
    const now = ctx.now();
    tx.put(ctx.records(scheduleGroups), [name], { name, state: 'ACTIVE', createdMs: now, modifiedMs: now, tags });
    return groupArn(ctx, name);
  };
  return { ScheduleGroupArn: once('CreateScheduleGroup', input, create, ctx) };
});

const date = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms));

const describe = ({ name, state, createdMs, modifiedMs }: GroupFacts, ctx: Ctx): ScheduleGroupSummary => ({
  Arn: groupArn(ctx, name),
  Name: name,
  State: state,
  CreationDate: date(createdMs),
  LastModificationDate: date(modifiedMs),
});

export const GetScheduleGroup = operation('GetScheduleGroup', ({ Name }, ctx) => describe(findGroup(Name, ctx), ctx));

/** The group's schedules are deleted with it. */
export const DeleteScheduleGroup = operation('DeleteScheduleGroup', (input, ctx) => {
  const remove = (tx: Tx): string => {
    emptyGroup(tx, findOwnGroup(input.Name, ctx), ctx);
    return '';
  };
  once('DeleteScheduleGroup', input, remove, ctx);
});

export const ListScheduleGroups = operation('ListScheduleGroups', (input, ctx) => {
  const { NamePrefix = '' } = input;
  const all = [findGroup(DEFAULT_GROUP, ctx), ...ctx.records(scheduleGroups).range()].filter(({ name }) => name.startsWith(NamePrefix));
  const { items, NextToken } = pageOfItems(all, ({ name }) => name, input);
  return { ScheduleGroups: items.map((group) => describe(group, ctx)), NextToken };
});
