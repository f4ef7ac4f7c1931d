// Time zones of the IANA database, as `Intl` knows them: from an instant to the time on the wall, and back.

/** Times on the wall are the milliseconds since 1970 at which a clock in UTC shows the same. */
export interface TimeZone {
  /** The time on the wall at an instant. */
  localMs(instantMs: number): number;
  /** The first instant at which the wall shows that time; undefined where the clock is put forward over it. */
  instantMs(localMs: number): number | undefined;
}

const UTC: TimeZone = { localMs: (ms) => ms, instantMs: (ms) => ms };
const DAY_MS = 86_400_000;
/** `Intl` also takes offsets (`+01:00`), which are no names. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Undefined where the database has no such name. */
export function timeZone(name: string): TimeZone | undefined {
  if (name === 'UTC') return UTC;
  const format = NAME.test(name) ? formatIn(name) : undefined;
  if (!format) return undefined;
  const offsetAt = (instantMs: number): number => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(instantMs)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000;
  };
  return {
    localMs: (instantMs) => instantMs + offsetAt(instantMs),
    instantMs: (localMs) => {
      // The offsets before and after a change of the clock, if one is near; twice the same otherwise.
      const offsets = new Set([offsetAt(localMs - DAY_MS), offsetAt(localMs + DAY_MS)]);
      const instants = [...offsets].map((offset) => localMs - offset).filter((instant) => instant + offsetAt(instant) === localMs);
      return instants.length === 0 ? undefined : Math.min(...instants);
    },
  };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const;
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
