// Patterns of Java's DateTimeFormatter, as far as names of objects use them: numbers and English names of a time on the wall.
// https://docs.oracle.com/javase/8/docs/api/java/time/format/DateTimeFormatter.html
import { table } from '#lib/table';
import { timeZone } from '#lib/time-zone';

/** Letters that the service does not know; measured in https://github.com/badmintoncryer/cdk-preflight (rules/_lib/firehose.rego). */
const UNKNOWN = new Set('CIJPRTUVbfijlortp');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;
const SHORT = 3;
const FULL = 4;

/** A time on the wall of a zone. */
export interface WallTime {
  readonly date: Date;
  /** Minutes by which the wall is ahead of UTC. */
  readonly offsetMinutes: number;
  readonly zone: string;
}

export function wallTime(ms: number, zone: string): WallTime {
  const local = timeZone(zone)?.localMs(ms) ?? ms;
  return { date: new Date(local), offsetMinutes: Math.round((local - ms) / 60_000), zone };
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0');
const year = (value: number, width: number): string => (width === 2 ? padded(value % 100, 2) : padded(value, width));
const name = (names: readonly string[], at: number, width: number): string =>
  width >= 5 ? names[at]!.slice(0, 1) : width === FULL ? names[at]! : names[at]!.slice(0, SHORT);
const dayOfYear = (date: Date): number => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
const quarter = (date: Date): number => Math.floor(date.getUTCMonth() / 3) + 1;

/** Week of the year and its year as in the United States: weeks begin on Sunday, and the first is the one with the first of January. */
function week(date: Date): { year: number; week: number } {
  const sunday = date.getTime() - date.getUTCDay() * DAY_MS;
  const yearOf = new Date(sunday + 6 * DAY_MS).getUTCFullYear();
  const first = new Date(Date.UTC(yearOf, 0, 1));
  const begin = first.getTime() - first.getUTCDay() * DAY_MS;
  return { year: yearOf, week: Math.floor((date.getTime() - begin) / (7 * DAY_MS)) + 1 };
}

function offset(minutes: number, width: number, zero: string): string {
  if (minutes === 0 && zero !== '') return zero;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? '-' : '+';
  if (width === 1) return `${sign}${padded(hours, 2)}${rest === 0 ? '' : padded(rest, 2)}`;
  return `${sign}${padded(hours, 2)}${width === 2 || width === 4 ? '' : ':'}${padded(rest, 2)}`;
}

type Field = (time: WallTime, width: number) => string;

const FIELDS: Readonly<Record<string, Field>> = table({
  y: ({ date }, width) => year(date.getUTCFullYear(), width),
  u: ({ date }, width) => year(date.getUTCFullYear(), width),
  Y: ({ date }, width) => year(week(date).year, width),
  G: (_, width) => (width >= 5 ? 'A' : width === FULL ? 'Anno Domini' : 'AD'),
  M: ({ date }, width) => (width < SHORT ? padded(date.getUTCMonth() + 1, width) : name(MONTHS, date.getUTCMonth(), width)),
  L: ({ date }, width) => (width < SHORT ? padded(date.getUTCMonth() + 1, width) : name(MONTHS, date.getUTCMonth(), width)),
  d: ({ date }, width) => padded(date.getUTCDate(), width),
  D: ({ date }, width) => padded(dayOfYear(date), width),
  E: ({ date }, width) => name(DAYS, date.getUTCDay(), width),
  e: ({ date }, width) => (width < SHORT ? padded(date.getUTCDay() + 1, width) : name(DAYS, date.getUTCDay(), width)),
  F: ({ date }, width) => padded(Math.floor((date.getUTCDate() - 1) / 7) + 1, width),
  Q: ({ date }, width) => quarterText(date, width),
  q: ({ date }, width) => quarterText(date, width),
  w: ({ date }, width) => padded(week(date).week, width),
  a: ({ date }) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  H: ({ date }, width) => padded(date.getUTCHours(), width),
  k: ({ date }, width) => padded(date.getUTCHours() || 24, width),
  K: ({ date }, width) => padded(date.getUTCHours() % 12, width),
  h: ({ date }, width) => padded(date.getUTCHours() % 12 || 12, width),
  m: ({ date }, width) => padded(date.getUTCMinutes(), width),
  s: ({ date }, width) => padded(date.getUTCSeconds(), width),
  // The service evaluates whole seconds only.
  S: (_, width) => '0'.repeat(width),
  X: ({ offsetMinutes }, width) => offset(offsetMinutes, width, 'Z'),
  x: ({ offsetMinutes }, width) => offset(offsetMinutes, width, ''),
  Z: ({ offsetMinutes }, width) =>
    width < FULL ? offset(offsetMinutes, 2, '') : width === FULL ? gmt(offsetMinutes) : offset(offsetMinutes, 3, 'Z'),
  O: ({ offsetMinutes }) => gmt(offsetMinutes),
});

const quarterText = (date: Date, width: number): string =>
  width < SHORT ? padded(quarter(date), width) : `${width === SHORT ? 'Q' : ''}${quarter(date)}`;

const gmt = (minutes: number): string => (minutes === 0 ? 'GMT' : `GMT${offset(minutes, 3, '')}`);

/** Text as it stands, or a field with its number of letters. */
export type DatePart = string | { readonly letter: string; readonly width: number };

export interface DateProblem {
  /** The letter that is no field. */
  readonly letter: string;
  /** The service does not know it either. */
  readonly isUnknown: boolean;
}

/** Reads a pattern. Brackets, which make parts optional where texts are read, are left out. */
export function parseDatePattern(pattern: string): readonly DatePart[] | DateProblem {
  const parts: DatePart[] = [];
  for (let at = 0; at < pattern.length; ) {
    const letter = pattern[at]!;
    if (letter === "'") {
      const { text, end } = quoted(pattern, at);
      parts.push(text);
      at = end;
    } else if (/[A-Za-z]/.test(letter)) {
      if (!Object.hasOwn(FIELDS, letter)) return { letter, isUnknown: UNKNOWN.has(letter) };
      let width = 1;
      while (pattern[at + width] === letter) width++;
      parts.push({ letter, width });
      at += width;
    } else {
      if (letter !== '[' && letter !== ']') parts.push(letter);
      at++;
    }
  }
  return parts;
}

/** Text in quotes; two quotes are one. */
function quoted(pattern: string, at: number): { text: string; end: number } {
  if (pattern[at + 1] === "'") return { text: "'", end: at + 2 };
  let text = '';
  let end = at + 1;
  for (; end < pattern.length; end++) {
    if (pattern[end] !== "'") text += pattern[end];
    else if (pattern[end + 1] === "'") text += pattern[end++];
    else break;
  }
  return { text, end: end + 1 };
}

export const formatDate = (parts: readonly DatePart[], time: WallTime): string =>
  parts.map((part) => (typeof part === 'string' ? part : FIELDS[part.letter]!(time, part.width))).join('');
