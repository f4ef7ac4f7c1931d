// The values of queries: how they are compared, counted with, sorted and shown. Absent ones are undefined. Pure.

/** A time, which is shown as a date. */
export class Moment {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/** Not a number where the value is none. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value === '' ? Number.NaN : Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Moment ? value.ms : Number.NaN;
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Moment) return momentText(value.ms);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `2026-01-01 12:00:00.000` */
const momentText = (ms: number): string =>
  Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString().replace('T', ' ').slice(0, -1) : '';

const DECIMALS = 10_000;

/** Results have four decimals at most. */
export const shown = (value: unknown): string =>
  typeof value === 'number' && !Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(Math.round(value * DECIMALS) / DECIMALS)
    : textOf(value);

export const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'number' && value !== 0 && !Number.isNaN(value)) || value === 'true';

/** As numbers where both are, else as texts. */
export function compare(a: unknown, b: unknown): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return compareTexts(textOf(a), textOf(b));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return a !== undefined;
  if (a === undefined || b === undefined) return false;
  if (typeof a === 'boolean' && typeof b === 'string') return b === String(a) || b === (a ? '1' : '0');
  if (typeof b === 'boolean' && typeof a === 'string') return isEqual(b, a);
  return compare(a, b) === 0;
}

/**
 * The order of `sort`: absent values, then texts, then numbers. Texts are compared by their runs of digits and of other characters.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax-Sort.html
 */
export function sortOrder(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [x, y] = [numberOf(a), numberOf(b)];
  const [isNumber, isOther] = [!Number.isNaN(x), !Number.isNaN(y)];
  if (isNumber && isOther) return x - y;
  if (isNumber !== isOther) return isNumber ? 1 : -1;
  return compareRuns(textOf(a), textOf(b));
}

const RUN = /\d+|\D+/y;

function compareRuns(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; ) {
    const [x, y] = [runAt(a, at), runAt(b, at)];
    if (x !== y) return isDigits(x) && isDigits(y) ? x.length - y.length || compareTexts(x, y) : compareTexts(x, y);
    at += x.length;
  }
  return a.length - b.length;
}

function runAt(text: string, at: number): string {
  RUN.lastIndex = at;
  return RUN.exec(text)![0];
}

const isDigits = (run: string): boolean => run.charCodeAt(0) >= 48 && run.charCodeAt(0) <= 57;
