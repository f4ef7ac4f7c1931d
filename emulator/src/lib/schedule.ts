// Schedule expressions: `rate(5 minutes)` counts from its start, `cron(0 12 * * ? *)` names times in UTC.
import { table } from '#lib/table';
import { type Cron, nextOfCron, parseCron } from './cron.ts';

export type Schedule = { readonly kind: 'rate'; readonly everyMs: number } | { readonly kind: 'cron'; readonly cron: Cron };

const UNIT_MS: Readonly<Record<string, number>> = table({ minute: 60_000, hour: 3_600_000, day: 86_400_000 });

// No documented maximum: a 32-bit integer holds 4,000 years of minutes.
const MAX_AMOUNT = 2 ** 31 - 1;
/** The latest time that a Date can hold. */
const MAX_DATE_MS = 8.64e15;

/** Undefined where the text is not a schedule: the unit is singular for 1 and plural otherwise, and no extra blanks are allowed. */
export function parseSchedule(text: string): Schedule | undefined {
  const [, amountText, unit, plural] = /^rate\((\d+) (minute|hour|day)(s?)\)$/.exec(text) ?? [];
  if (amountText !== undefined) {
    const amount = Number(amountText);
    if (amount < 1 || amount > MAX_AMOUNT || (amount === 1) === (plural === 's')) return undefined;
    return { kind: 'rate', everyMs: amount * UNIT_MS[unit!]! };
  }
  const inside = /^cron\((.*)\)$/.exec(text)?.[1];
  const cron = inside === undefined ? undefined : parseCron(inside);
  return cron && { kind: 'cron', cron };
}

/** The first time after `afterMs` for a schedule that began at `startMs`; undefined when none is left. */
export function nextOccurrence(schedule: Schedule, startMs: number, afterMs: number): number | undefined {
  if (schedule.kind === 'cron') return nextOfCron(schedule.cron, afterMs);
  const passed = Math.max(0, Math.floor((afterMs - startMs) / schedule.everyMs));
  const next = startMs + (passed + 1) * schedule.everyMs;
  return next <= MAX_DATE_MS ? next : undefined;
}
