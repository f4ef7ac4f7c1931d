// Cron expressions as the event bus and the scheduler read them: minute, hour, day of month, month, day of week, year; times in UTC.

/** Days of a month that a day field names; weekdays count from 1, Sunday. */
type DayTest =
  | { readonly kind: 'days'; readonly days: readonly number[] }
  | { readonly kind: 'weekdays'; readonly weekdays: readonly number[] }
  /** This many days before the last day of the month. */
  | { readonly kind: 'last'; readonly before: number }
  | { readonly kind: 'last-working-day' }
  | { readonly kind: 'nearest-working-day'; readonly day: number }
  | { readonly kind: 'last-weekday'; readonly weekday: number }
  | { readonly kind: 'nth-weekday'; readonly weekday: number; readonly nth: number };

export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: readonly number[];
  /** A day counts when one of these names it. */
  readonly days: readonly DayTest[];
  /** Undefined means every year. */
  readonly years: readonly number[] | undefined;
}

interface Field {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const MINUTE: Field = { least: 0, most: 59 };
const HOUR: Field = { least: 0, most: 23 };
const DAY: Field = { least: 1, most: 31 };
const MONTH: Field = {
  least: 1,
  most: 12,
  names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
};
const WEEKDAY: Field = { least: 1, most: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] };
// Documented up to 2199, but the service accepts later years.
const YEAR: Field = { least: 1970, most: 9999 };
const LAST_YEAR = 2199;
const SATURDAY = 7;

/** Reads the text between the parentheses of `cron(…)`; undefined where it is not a cron expression. */
export function parseCron(text: string): Cron | undefined {
  const fields = text.split(' ');
  if (fields.length !== 6) return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = fields;
  // Exactly one of the two day fields must be `?`; the other one decides.
  if ((day === '?') === (weekday === '?')) return undefined;
  const minutes = valuesOf(minute, MINUTE);
  const hours = valuesOf(hour, HOUR);
  const months = valuesOf(month, MONTH);
  const years = year === '*' ? undefined : valuesOf(year, YEAR);
  const days = day === '?' ? eachPart(weekday, weekdayTest) : eachPart(day, dayTest);
  if (!minutes || !hours || !months || !days || (year !== '*' && !years)) return undefined;
  return { minutes, hours, months, days, years };
}

function eachPart<T>(field: string, read: (part: string) => T | undefined): T[] | undefined {
  const parts = field.split(',').map(read);
  return parts.every((part) => part !== undefined) ? (parts as T[]) : undefined;
}

/** Ascending, without duplicates. */
function valuesOf(text: string, field: Field): number[] | undefined {
  const parts = eachPart(text, (part) => partValues(part, field));
  return parts && [...new Set(parts.flat())].sort((a, b) => a - b);
}

/** One part of a field: `*`, `5`, `1-5`, `0/15`, or `*` or a range with a step. */
function partValues(part: string, field: Field): number[] | undefined {
  const [matched, from = '', to, stepText] = /^(\*|[0-9A-Za-z]+)(?:-([0-9A-Za-z]+))?(?:\/([0-9]+))?$/.exec(part) ?? [];
  if (matched === undefined || (from === '*' && to !== undefined)) return undefined;
  const step = stepText === undefined ? 1 : Number(stepText);
  const first = from === '*' ? field.least : numberOf(from, field);
  const last = to !== undefined ? numberOf(to, field) : from === '*' || stepText !== undefined ? field.most : first;
  if (first === undefined || last === undefined || step < 1) return undefined;
  // A range may wrap around: FRI-MON.
  const end = last < first ? last + field.most - field.least + 1 : last;
  const values: number[] = [];
  for (let value = first; value <= end; value += step) values.push(value > field.most ? value - (field.most - field.least + 1) : value);
  return values;
}

function numberOf(text: string, { least, most, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return named + least;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function dayTest(part: string): DayTest | undefined {
  if (part === 'L') return { kind: 'last', before: 0 };
  if (part === 'LW') return { kind: 'last-working-day' };
  const before = /^L-(\d{1,2})$/.exec(part)?.[1];
  if (before !== undefined) return Number(before) <= 30 ? { kind: 'last', before: Number(before) } : undefined;
  const near = /^(\d{1,2})W$/.exec(part)?.[1];
  if (near !== undefined) {
    const day = numberOf(near, DAY);
    return day === undefined ? undefined : { kind: 'nearest-working-day', day };
  }
  const days = partValues(part, DAY);
  return days && { kind: 'days', days };
}

function weekdayTest(part: string): DayTest | undefined {
  if (part === 'L') return { kind: 'weekdays', weekdays: [SATURDAY] };
  const [, text = '', kind, nth] = /^([0-9A-Za-z]+?)(L|#(\d))$/.exec(part) ?? [];
  if (kind !== undefined) {
    const weekday = numberOf(text, WEEKDAY);
    if (weekday === undefined) return undefined;
    if (kind === 'L') return { kind: 'last-weekday', weekday };
    return Number(nth) >= 1 && Number(nth) <= 5 ? { kind: 'nth-weekday', weekday, nth: Number(nth) } : undefined;
  }
  const weekdays = partValues(part, WEEKDAY);
  return weekdays && { kind: 'weekdays', weekdays };
}

/** The first time after `afterMs` (milliseconds since 1970), or undefined when there is none. */
export function nextOfCron(cron: Cron, afterMs: number): number | undefined {
  const firstYear = new Date(afterMs).getUTCFullYear();
  const lastYear = cron.years ? (cron.years.at(-1) ?? firstYear) : Math.max(LAST_YEAR, firstYear);
  for (let year = firstYear; year <= lastYear; year++) {
    if (cron.years && !cron.years.includes(year)) continue;
    for (const month of cron.months) {
      const found = nextInMonth(cron, year, month, afterMs);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function nextInMonth(cron: Cron, year: number, month: number, afterMs: number): number | undefined {
  if (Date.UTC(year, month, 1) <= afterMs) return undefined;
  const days = [...new Set(cron.days.flatMap((test) => daysOf(test, year, month)))].sort((a, b) => a - b);
  for (const day of days) {
    if (Date.UTC(year, month - 1, day + 1) <= afterMs) continue;
    for (const hour of cron.hours)
      for (const minute of cron.minutes) {
        const ms = Date.UTC(year, month - 1, day, hour, minute);
        if (ms > afterMs) return ms;
      }
  }
  return undefined;
}

/** The days of that month (from 1) that the test names. */
function daysOf(test: DayTest, year: number, month: number): number[] {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const weekdayOf = (day: number): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
  const every = Array.from({ length: last }, (_, index) => index + 1);
  switch (test.kind) {
    case 'days':
      return test.days.filter((day) => day <= last);
    case 'weekdays':
      return every.filter((day) => test.weekdays.includes(weekdayOf(day)));
    case 'last':
      return last > test.before ? [last - test.before] : [];
    case 'last-working-day':
      return [workingDayNear(last, last, weekdayOf)];
    case 'nearest-working-day':
      return test.day <= last ? [workingDayNear(test.day, last, weekdayOf)] : [];
    case 'last-weekday':
      return every.filter((day) => weekdayOf(day) === test.weekday).slice(-1);
    case 'nth-weekday':
      return every.filter((day) => weekdayOf(day) === test.weekday).slice(test.nth - 1, test.nth);
  }
}

/** The working day nearest to `day`: a Saturday moves back to Friday, a Sunday on to Monday, but never into another month. */
function workingDayNear(day: number, last: number, weekdayOf: (day: number) => number): number {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day === 1 ? 3 : day - 1;
  if (weekday === 1) return day === last ? day - 2 : day + 1;
  return day;
}
