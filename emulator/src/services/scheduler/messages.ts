// Messages of the scheduler.
import { defineMessage } from '#lib/message';

interface ScheduleRef {
  /** `group/name` */
  readonly schedule: string;
}

export const SCHEDULE_NEVER_RUNS = defineMessage({
  code: 'SCHEDULE_NEVER_RUNS',
  level: 'warn',
  description: 'An enabled schedule was written that has no run ahead of it. The cloud accepts it and never invokes its target, too.',
  hint: 'Compare the expression and its time zone with the start and end dates, and with the days on which the clock is put forward.',
  text: ({ schedule, expression, timezone, between }: ScheduleRef & { expression: string; timezone: string; between: string }) =>
    `schedule ${schedule} will not run: ${expression} in ${timezone} names no time${between}`,
});

export const SCHEDULE_RUN_LATE = defineMessage({
  code: 'SCHEDULE_RUN_LATE',
  level: 'warn',
  description:
    'A schedule runs after its time: the emulator did not run then, or the machine slept, or the time had passed when the schedule was enabled. Of several missed runs only the first is made.',
  text: ({ schedule, scheduled, lateS, left }: ScheduleRef & { scheduled: string; lateS: number; left: string }) =>
    `schedule ${schedule} was due at ${scheduled}, ${lateS} s ago: it runs now${left}`,
});

export const SCHEDULE_COMPLETED = defineMessage({
  code: 'SCHEDULE_COMPLETED',
  level: 'info',
  tone: 'notice',
  description: 'A schedule has made its last run. The line says whether the schedule is deleted (`ActionAfterCompletion`) or kept.',
  text: ({ schedule, deleted }: ScheduleRef & { deleted: boolean }) =>
    `schedule ${schedule} has completed and is ${deleted ? 'deleted, because its ActionAfterCompletion is DELETE' : 'kept'}`,
});
