// Computes and schedules the next rotation of a secret.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { nextOccurrence, parseSchedule } from '#lib/schedule';
import type { RotationRulesType } from '#model/secretsmanager';
import { invalidParameter } from '#services/secretsmanager/faults';
import type { RotationRules, Secret } from '#services/secretsmanager/state';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Limit: time between rotations. */
const MIN_MS = 4 * HOUR_MS;
/** Limit: hours of the window of a rotation. */
const MAX_WINDOW_HOURS = 24;

/** Throws for rules that the cloud refuses. */
export function checkRules({ AutomaticallyAfterDays: days, Duration, ScheduleExpression: expression }: RotationRulesType): RotationRules {
  if (days !== undefined && expression !== undefined)
    throw invalidParameter("You can't specify both AutomaticallyAfterDays and ScheduleExpression.");
  if (expression !== undefined) {
    const schedule = parseSchedule(expression);
    const tooOften = schedule?.kind === 'rate' && schedule.everyMs < MIN_MS;
    if (!schedule || tooOften) throw invalidParameter(`Invalid ScheduleExpression: ${expression}`);
  }
  const hours = Duration === undefined ? 1 : Number(Duration.slice(0, -1));
  if (hours < 1 || hours > MAX_WINDOW_HOURS) throw invalidParameter(`Invalid Duration: ${Duration}`);
  return {
    ...(days !== undefined && { AutomaticallyAfterDays: days }),
    ...(Duration !== undefined && { Duration }),
    ...(expression !== undefined && { ScheduleExpression: expression }),
  };
}

/** The time of the next rotation; undefined if the rules have no schedule. */
export function nextRotation(
  { AutomaticallyAfterDays: days, ScheduleExpression: expression }: RotationRules,
  startedMs: number,
  nowMs: number,
): number | undefined {
  if (days !== undefined) return nowMs + days * DAY_MS;
  const schedule = expression === undefined ? undefined : parseSchedule(expression);
  return schedule && nextOccurrence(schedule, startedMs, nowMs);
}

/** The secret with its next rotation; schedules that as due work. */
export function withNextRotation(tx: Tx, secret: Frozen<Secret>, ctx: Ctx): Frozen<Secret> {
  const { rotation } = secret;
  const nextMs = rotation?.enabled ? nextRotation(rotation.rules, rotation.startedMs, ctx.now()) : undefined;
  if (nextMs === undefined) ctx.unschedule(tx, 'secretsmanager.rotate', [secret.name]);
  else ctx.later(tx, 'secretsmanager.rotate', [secret.name], nextMs);
  if (!rotation) return secret;
  const { nextMs: _, ...rest } = rotation;
  return { ...secret, rotation: nextMs === undefined ? rest : { ...rest, nextMs } };
}

/** The next rotation after a new value. Rules in days count from it, even if it did not come from a rotation. */
export function afterChange(tx: Tx, secret: Frozen<Secret>, ctx: Ctx): Frozen<Secret> {
  const counts = secret.rotation?.enabled && secret.rotation.rules.AutomaticallyAfterDays !== undefined;
  return counts ? withNextRotation(tx, secret, ctx) : secret;
}
