// Schedule groups, as calls are judged: their tags. Schedules have none.
import type { Protects } from '#core/authorization/protected-resource';
import { scheduleGroups } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const group = ctx.records(scheduleGroups).get([/:schedule-group\/(.+)$/.exec(arn)?.[1] ?? '']);
    return group && { tags: Object.fromEntries(group.tags.map(({ Key, Value }) => [Key, Value])) };
  },
};
