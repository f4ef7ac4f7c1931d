// Dates as policies write them: ISO 8601 in any of its lengths, or seconds since 1970. As lenient as the cloud's own reader, which reads
// `01T` as the year 1, and accepts any year that fits a 64-bit count of milliseconds.

const ISO =
  /^(-?\d{1,9})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T(?:(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?$/i;
const MAX_SECONDS = 2n ** 63n - 1n;
const MAX_YEAR = 292_278_993;
/** The last instant that a JavaScript date can hold; later dates are treated as this one. */
const LAST_MS = 8.64e15;

/** Milliseconds since 1970; undefined where the text is not a date. */
export function parseDate(text: string): number | undefined {
  if (/^\d{1,19}$/.test(text)) return BigInt(text) <= MAX_SECONDS ? Math.min(Number(text) * 1000, LAST_MS) : undefined;
  const [matched, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  if (matched === undefined || Math.abs(Number(year)) > MAX_YEAR) return undefined;
  const inRange =
    isWithin(month, 1, 12) && isWithin(day, 1, 31) && isWithin(hour, 0, 23) && isWithin(minute, 0, 59) && isWithin(second, 0, 59);
  if (!inRange) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)));
  const utc = date.getTime();
  return Number.isNaN(utc) ? Math.sign(Number(year)) * LAST_MS : utc - offsetMs(zone);
}

const isWithin = (digits: string, least: number, most: number) => Number(digits) >= least && Number(digits) <= most;

function offsetMs(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
