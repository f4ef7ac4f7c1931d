// Due work of groups: goes on deleting the schedules of a group.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { scheduleGroups } from '#services/scheduler/state';
import { EMPTY_GROUP, emptyGroup } from './empty-group.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  [EMPTY_GROUP]: ([name], ctx) => {
    const group = ctx.records(scheduleGroups).get([String(name)]);
    if (group?.state === 'DELETING') ctx.write((tx) => emptyGroup(tx, group, ctx));
  },
});
