// Schedule expressions of the scheduler, which are more lenient than those of rules. Which forms it takes and refuses was recorded in the
// cloud by others: https://github.com/badmintoncryer/cdk-preflight (schedule expressions), https://github.com/localstack/localstack
// (tests/aws/services/scheduler). The forms are documented in https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
import { parseSchedule, type Schedule } from '#lib/schedule';

/** A time on the wall, once. */
interface At {
  readonly kind: 'at';
  /** As `TimeZone` has times on the wall. */
  readonly localMs: number;
}

export type Expression = At | Schedule;

/** Undefined where the text is no schedule. The word before the parenthesis may have capitals. */
export function parseExpression(text: string): Expression | undefined {
  const [, word = '', inside = ''] = /^(at|rate|cron)\((.*)\)$/i.exec(text) ?? [];
  switch (word.toLowerCase()) {
    case 'at':
      return parseAt(inside);
    case 'rate':
      return parseRate(inside);
    case 'cron':
      return parseCron(inside);
    default:
      return undefined;
  }
}

/** `2026-12-31T23:59:59`, seconds may be left out. */
function parseAt(inside: string): At | undefined {
  const [, minutes, seconds = '00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d))?$/.exec(inside) ?? [];
  if (minutes === undefined) return undefined;
  const localMs = Date.parse(`${minutes}:${seconds}Z`);
  // February 30 would become a day in March.
  const exists = Number.isFinite(localMs) && new Date(localMs).toISOString().startsWith(`${minutes}:${seconds}`);
  return exists ? { kind: 'at', localMs } : undefined;
}

/** Singular and plural are alike. */
function parseRate(inside: string): Schedule | undefined {
  const [, amount, unit] = /^(\d+) (minute|hour|day)s?$/.exec(inside) ?? [];
  return amount === undefined ? undefined : parseSchedule(`rate(${Number(amount)} ${unit}${Number(amount) === 1 ? '' : 's'})`);
}

const FIELDS_WITH_YEAR = 6;

/** The year may be left out. A `#` cannot stand in a list. */
function parseCron(inside: string): Schedule | undefined {
  const fields = inside.split(' ');
  if (fields.length === FIELDS_WITH_YEAR - 1) fields.push('*');
  const weekday = fields[4] ?? '';
  return weekday.includes('#') && weekday.includes(',') ? undefined : parseSchedule(`cron(${fields.join(' ')})`);
}
