// Actions of schedules, which lie in a group.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  slots: {
    'schedule.GroupName': ['GroupName', '=default'],
    ScheduleName: ['Name'],
    'schedule-group.GroupName': ['Name', 'ResourceArn'],
  },
  passes: { CreateSchedule: ['Target.RoleArn'], UpdateSchedule: ['Target.RoleArn'] },
};
