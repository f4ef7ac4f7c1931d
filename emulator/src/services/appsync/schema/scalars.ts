// The scalars of the cloud: which texts and numbers they take.
import { isIP } from 'node:net';
import { table } from '#lib/table';

/** Limit: characters of a value of AWSDate, AWSTime, AWSEmail and the like. */
const MAX_TEXT = 2048;
const OFFSET = '(?:Z|[+-]\\d{2}:\\d{2}(?::\\d{2})?)';
const DATE = new RegExp(`^(-?\\d{4,9})-(\\d{2})-(\\d{2})(?:${OFFSET})?$`);
const CLOCK = '(\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?';
const TIME = new RegExp(`^${CLOCK}(?:${OFFSET})?$`);
const DATE_TIME = new RegExp(`^(-?\\d{4,9})-(\\d{2})-(\\d{2})T${CLOCK}${OFFSET}$`);
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^\+?[\d\s().-]{3,40}$/;

const isDay = (year: string | undefined, month: string | undefined, day: string | undefined): boolean => {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1) return false;
  return d <= new Date(Date.UTC(2000 + (y % 400), m, 0)).getUTCDate();
};
const isClock = (hours: string | undefined, minutes: string | undefined, seconds = '0'): boolean =>
  Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;

const text = (is: (value: string) => boolean) => (value: unknown) => typeof value === 'string' && value.length <= MAX_TEXT && is(value);

/** Whether a value is one of the scalar, whose name follows `AWS`. */
const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = table({
  AWSDate: text((value) => {
    const [matched, year, month, day] = DATE.exec(value) ?? [];
    return matched !== undefined && isDay(year, month, day);
  }),
  AWSTime: text((value) => {
    const [matched, hours, minutes, seconds] = TIME.exec(value) ?? [];
    return matched !== undefined && isClock(hours, minutes, seconds);
  }),
  AWSDateTime: text((value) => {
    const [matched, year, month, day, hours, minutes, seconds] = DATE_TIME.exec(value) ?? [];
    return matched !== undefined && isDay(year, month, day) && isClock(hours, minutes, seconds);
  }),
  AWSTimestamp: (value) => Number.isSafeInteger(typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
  AWSEmail: text((value) => EMAIL.test(value)),
  AWSURL: text((value) => URL.canParse(value)),
  AWSPhone: text((value) => PHONE.test(value) && (value.match(/\d/g)?.length ?? 0) >= 3),
  AWSIPAddress: text((value) => {
    const [address = '', prefix] = value.split('/');
    const version = isIP(address);
    return version !== 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)));
  }),
});

export const scalarCheck = (name: string): ((value: unknown) => boolean) | undefined => CHECKS[name];
/** The words of the cloud for a value that is none: `Unable to serialize \`x\` as a valid DateTime Object.` */
export const scalarNoun = (name: string): string => name.replace(/^AWS/, '');
