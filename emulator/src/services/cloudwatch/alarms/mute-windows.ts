// The windows of mute rules: when each begins and ends.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { nextOccurrence, parseSchedule } from '#lib/schedule';
import { type MuteRule, muteRules } from '#services/cloudwatch/state';

const AT = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?\)$/;

/** Undefined for an expression that is neither `cron(…)` nor `at(…)`. Returns the first start after a time, in milliseconds since 1970. */
export function startsOf(expression: string): ((afterMs: number) => number | undefined) | undefined {
  const at = AT.exec(expression)?.[1];
  if (at !== undefined) {
    const startMs = Date.parse(`${at}:00Z`);
    return Number.isNaN(startMs) ? undefined : (afterMs) => (startMs > afterMs ? startMs : undefined);
  }
  const schedule = expression.startsWith('cron(') ? parseSchedule(asSixFields(expression)) : undefined;
  return schedule && ((afterMs) => nextOccurrence(schedule, 0, afterMs));
}

/** Mute rules have the five fields of Unix; the parser wants six, the day of the month or of the week left open by `?`. */
function asSixFields(expression: string): string {
  const fields = expression.slice('cron('.length, -1).trim().split(/\s+/);
  if (fields.length !== 5) return expression;
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string];
  const shifted = weekday.replace(/\d/g, (digit) => String((Number(digit) % 7) + 1));
  return `cron(${minute} ${hour} ${weekday === '*' ? day : day === '*' ? '?' : day} ${month} ${weekday === '*' ? '?' : shifted} *)`;
}

/** The end of the rule's open window, in milliseconds since 1970; undefined where none is open. */
export function openUntil(rule: Frozen<MuteRule>, nowMs: number): number | undefined {
  if (nowMs < (rule.startMs ?? 0) || nowMs >= (rule.expireMs ?? Number.POSITIVE_INFINITY)) return undefined;
  const start = startsOf(rule.expression)?.(nowMs - rule.durationMs);
  if (start === undefined || start > nowMs) return undefined;
  return Math.min(start + rule.durationMs, rule.expireMs ?? Number.POSITIVE_INFINITY);
}

/** Until when actions of the alarm are held back. */
export function mutedUntil(alarm: string, ctx: Ctx): number | undefined {
  const ends = ctx
    .records(muteRules)
    .range([])
    .flatMap((rule) => (rule.alarms.includes(alarm) ? (openUntil(rule, ctx.now()) ?? []) : []));
  return ends.length === 0 ? undefined : Math.max(...ends);
}
