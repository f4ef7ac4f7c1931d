// Schedules: when they fire and what they call. The name in the address is `group/name`.
import { callOf, type OutputOf } from '#api/model.ts';
import { pretty } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';

type Summary = NonNullable<OutputOf<'scheduler', 'ListSchedules'>['Schedules']>[number];
type Schedule = OutputOf<'scheduler', 'GetSchedule'>;

const inputOf = (name: string): { GroupName: string; Name: string } => {
  const [GroupName = '', Name = ''] = name.split('/');
  return { GroupName, Name };
};

export const view = resource<Summary, Schedule>({
  about: 'Schedules call a target at a time, or again and again.',
  example: `scheduler create-schedule --name nightly --schedule-expression 'rate(1 day)' --flexible-time-window Mode=OFF --target Arn=arn:aws:sqs:us-east-1:000000000000:orders,RoleArn=arn:aws:iam::000000000000:role/any`,
  nameOf: ({ GroupName, Name }) => `${GroupName}/${Name}`,
  columns: [
    ['Name', 'Name'],
    ['State', 'State', 'badge'],
    ['Target', ({ Target }) => Target?.Arn, 'arn'],
    ['Group', 'GroupName'],
    ['Changed', 'LastModificationDate', 'time'],
  ],
  create: {
    title: 'Create schedule',
    submit: 'Create schedule',
    fields: [
      { name: 'Name', label: 'Name', required: true },
      {
        name: 'ScheduleExpression',
        label: 'Schedule expression',
        required: true,
        initial: 'rate(1 hour)',
        hint: 'rate(…), cron(…) or at(2030-01-01T00:00:00)',
      },
      { name: 'TargetArn', label: 'ARN of the target', required: true },
      { name: 'RoleArn', label: 'ARN of the role', required: true, initial: 'arn:aws:iam::000000000000:role/any' },
      { name: 'Input', label: 'Input', kind: 'json' },
    ],
    calls: ({ Name = '', ScheduleExpression = '', TargetArn = '', RoleArn = '', Input }) => [
      callOf('scheduler', 'CreateSchedule', {
        Name,
        ScheduleExpression,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: TargetArn, RoleArn, ...(Input && { Input }) },
      }),
    ],
    opens: ({ Name }) => `default/${Name}`,
  },
  remove: (name) => [callOf('scheduler', 'DeleteSchedule', inputOf(name))],
  load: (name, { call }) => call('scheduler', 'GetSchedule', inputOf(name)),
  facts: (schedule) => [
    ['State', schedule.State, 'badge'],
    ['Expression', schedule.ScheduleExpression],
    ['Time zone', schedule.ScheduleExpressionTimezone],
    ['ARN', schedule.Arn, 'copy'],
    ['Target', schedule.Target?.Arn, 'arn'],
    ['Created', schedule.CreationDate, 'time'],
  ],
  actions: (schedule) => [
    {
      title: 'Edit',
      submit: 'Update schedule',
      fields: [
        { name: 'ScheduleExpression', label: 'Schedule expression', required: true, initial: schedule.ScheduleExpression ?? '' },
        { name: 'State', label: 'State', kind: 'select', options: ['ENABLED', 'DISABLED'], initial: schedule.State ?? 'ENABLED' },
        { name: 'Input', label: 'Input', kind: 'json', initial: pretty(schedule.Target?.Input ?? '') },
      ],
      calls: ({ ScheduleExpression = '', State = '', Input }) => {
        const { Name = '', GroupName, FlexibleTimeWindow, ScheduleExpressionTimezone, Target, StartDate, EndDate } = schedule;
        const input = { Name, GroupName, FlexibleTimeWindow, ScheduleExpressionTimezone, StartDate, EndDate, ScheduleExpression, State };
        return [callOf('scheduler', 'UpdateSchedule', { ...input, Target: { ...Target, ...(Input && { Input }) } } as never)];
      },
    },
  ],
  tabs: [{ id: 'target', title: 'Target', view: ({ Target }) => <Json value={Target ?? {}} label="Target" /> }],
});
