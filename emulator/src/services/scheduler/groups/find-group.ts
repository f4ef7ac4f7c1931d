// Finds schedule groups. The default group always exists, and cannot be changed.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/scheduler';
import { DEFAULT_GROUP } from '#services/scheduler/arns';
import { invalid, noSuchGroup } from '#services/scheduler/faults';
import { type ScheduleGroup, scheduleGroups } from '#services/scheduler/state';

/** The default group of an account that has never changed anything: nobody created it. */
export type GroupFacts = Frozen<Omit<ScheduleGroup, 'createdMs' | 'modifiedMs'> & Partial<ScheduleGroup>>;

const DEFAULT: GroupFacts = { name: DEFAULT_GROUP, state: 'ACTIVE', tags: [] };

export function groupNamed(name: string, ctx: Ctx): GroupFacts | undefined {
  return name === DEFAULT_GROUP ? DEFAULT : ctx.records(scheduleGroups).get([name]);
}

export function findGroup(name: string, ctx: Ctx): GroupFacts {
  const group = groupNamed(name, ctx);
  if (!group) throw noSuchGroup(name);
  return group;
}

/** A group into which schedules may be put. */
export function findActiveGroup(name: string, ctx: Ctx): GroupFacts {
  const group = findGroup(name, ctx);
  if (group.state === 'DELETING') throw fault('ConflictException', `Schedule group ${name} is being deleted.`);
  return group;
}

/** A group that may be changed. */
export function findOwnGroup(name: string, ctx: Ctx): Frozen<ScheduleGroup> {
  refuseDefault(name);
  const group = ctx.records(scheduleGroups).get([name]);
  if (!group) throw noSuchGroup(name);
  return group;
}

/** The text is recorded from CreateScheduleGroup: https://github.com/badmintoncryer/cdk-preflight */
export function refuseDefault(name: string): void {
  if (name === DEFAULT_GROUP) throw invalid('This operation cannot be performed on schedule group default.');
}
