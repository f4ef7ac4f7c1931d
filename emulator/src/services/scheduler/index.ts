// Manifest of the scheduler (EventBridge Scheduler).
import { operationsIn, service } from '#core/service';

export const scheduler = service('scheduler', {
  protects: () => import('./protects.ts'),
  resourceMembers: [['GroupName', 'Name'], 'Name', 'GroupName', 'ResourceArn'],
  traffic: {
    operations: [],
    arns: [/^(?<kind>schedule)\/(?<name>.+)$/],
  },
  links: () => import('./links.ts'),
  operations: [
    operationsIn(
      () => import('./schedules/schedules.ts'),
      'CreateSchedule',
      'GetSchedule',
      'UpdateSchedule',
      'DeleteSchedule',
      'ListSchedules',
    ),
    operationsIn(
      () => import('./groups/groups.ts'),
      'CreateScheduleGroup',
      'GetScheduleGroup',
      'DeleteScheduleGroup',
      'ListScheduleGroups',
    ),
    operationsIn(() => import('./groups/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
  ],
  sender: () => import('./targets/sender.ts'),
  resources: {
    'AWS::Scheduler::Schedule': () => import('./resources/schedule.ts'),
    'AWS::Scheduler::ScheduleGroup': () => import('./resources/schedule-group.ts'),
  },
  work: {
    'scheduler.run': () => import('./runs/work.ts'),
    'scheduler.invoke': () => import('./runs/work.ts'),
    'scheduler.empty-group': () => import('./groups/work.ts'),
    'scheduler.forget-token': () => import('./client-tokens.ts'),
  },
});
