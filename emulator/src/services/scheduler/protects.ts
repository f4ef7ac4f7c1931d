// Schedule groups, as calls are judged: their tags. Schedules have none.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { scheduleGroups } from './state.ts';

export const protects = protectedByTags(scheduleGroups, /:schedule-group\/(.+)$/, ({ tags }) =>
  Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])),
);
