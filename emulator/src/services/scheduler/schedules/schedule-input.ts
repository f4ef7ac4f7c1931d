// Reads what CreateSchedule and UpdateSchedule say alike, and refuses what cannot be. Texts of refusals that name no source are recorded in
// https://github.com/badmintoncryer/cdk-preflight (rules pf-scheduler-…).
import type { Ctx } from '#core/ctx';
import { timeZone } from '#lib/time-zone';
import type { CreateScheduleInput, FlexibleTimeWindow } from '#model/scheduler';
import { DEFAULT_GROUP } from '#services/scheduler/arns';
import { invalid } from '#services/scheduler/faults';
import { type Expression, parseExpression } from '#services/scheduler/runs/expression';
import type { Schedule } from '#services/scheduler/state';
import { readTarget } from '#services/scheduler/targets/target-checks';

/** Limit: time that the start of a schedule may lie behind. */
const MAX_START_AGE_MS = 5 * 60_000;

/** Members that are left out have their defaults, in updates, too. */
type ScheduleSettings = Omit<Schedule, 'createdMs' | 'modifiedMs' | 'baseMs' | 'lastMs' | 'nextMs'>;

/** @throws ValidationException */
export function readSchedule(input: Omit<CreateScheduleInput, 'ClientToken'>, ctx: Ctx): ScheduleSettings {
  const { ScheduleExpressionTimezone: timezone = 'UTC', StartDate, EndDate } = input;
  const expression = parseExpression(input.ScheduleExpression);
  // Recorded in https://github.com/localstack/localstack (tests/aws/services/scheduler/test_scheduler.snapshot.json).
  if (!expression) throw invalid(`Invalid Schedule Expression ${input.ScheduleExpression}.`);
  if (!timeZone(timezone)) throw invalid(`Invalid ScheduleExpressionTimezone ${timezone}.`);
  checkDates(expression, StartDate?.getTime(), EndDate?.getTime(), ctx);
  checkWindow(input.FlexibleTimeWindow);
  return {
    group: input.GroupName ?? DEFAULT_GROUP,
    name: input.Name,
    expression: input.ScheduleExpression,
    timezone,
    startMs: StartDate?.getTime(),
    endMs: EndDate?.getTime(),
    description: input.Description,
    state: input.State === 'DISABLED' ? 'DISABLED' : 'ENABLED',
    kmsKeyArn: input.KmsKeyArn,
    target: readTarget(input.Target, ctx),
    window: input.FlexibleTimeWindow,
    afterCompletion: input.ActionAfterCompletion === 'DELETE' ? 'DELETE' : 'NONE',
  };
}

function checkDates({ kind }: Expression, startMs: number | undefined, endMs: number | undefined, ctx: Ctx): void {
  if (startMs !== undefined && endMs !== undefined && startMs >= endMs)
    throw invalid('The StartDate you specify must come before the EndDate.');
  // Users quote this text; moto (moto/scheduler/models.py) has it, too. A schedule for one time disregards its dates.
  if (kind !== 'at' && startMs !== undefined && startMs < ctx.now() - MAX_START_AGE_MS)
    throw invalid('The StartDate you specify cannot be earlier than 5 minutes ago.');
}

function checkWindow({ Mode, MaximumWindowInMinutes }: FlexibleTimeWindow): void {
  const isGiven = MaximumWindowInMinutes !== undefined;
  if (Mode === 'OFF' && isGiven) throw invalid('MaximumWindowInMinutes must not be provided when FlexibleTimeWindowMode is set to OFF.');
  if (Mode === 'FLEXIBLE' && !isGiven)
    throw invalid('MaximumWindowInMinutes must be provided when FlexibleTimeWindowMode is set to FLEXIBLE.');
}
