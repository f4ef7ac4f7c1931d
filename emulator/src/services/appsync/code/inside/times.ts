// `util.time`: times, and their texts by Java's patterns.
import type { Plain } from './plain.ts';

export function times(now: () => number) {
  const two = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const MONTHS = [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  ];
  /** Milliseconds that a zone is ahead of UTC: `+02:00`, or a name. */
  const offsetOf = (zone: Plain, ms: number): number => {
    const text = typeof zone === 'string' && zone !== '' ? zone : 'UTC';
    const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
    if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    if (text === 'UTC' || text === 'GMT' || text === 'Z') return 0;
    const parts = new Intl.DateTimeFormat('en-US', {
      ...({ timeZone: text, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const),
      ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
    }).formatToParts(ms);
    const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
    return (
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(ms / 1000) * 1000
    );
  };
  const offsetText = (offset: number, colon: string): string => {
    const minutes = Math.abs(offset) / 60_000;
    return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
  };
  function formatted(ms: number, pattern: string, zone: Plain): string {
    const offset = offsetOf(zone, ms);
    const local = new Date(ms + offset);
    const letters = new Map<string, (count: number) => string>(
      Object.entries({
        y: (count) => (count === 2 ? two(local.getUTCFullYear() % 100) : two(local.getUTCFullYear(), count)),
        u: (count) => two(local.getUTCFullYear(), count),
        M: (count) => {
          const month = local.getUTCMonth();
          if (count < 3) return two(month + 1, count);
          return count === 3 ? MONTHS[month]!.slice(0, 3) : MONTHS[month]!;
        },
        d: (count) => two(local.getUTCDate(), count),
        E: (count) => (count < 4 ? DAYS[local.getUTCDay()]!.slice(0, 3) : DAYS[local.getUTCDay()]!),
        H: (count) => two(local.getUTCHours(), count),
        h: (count) => two(local.getUTCHours() % 12 || 12, count),
        m: (count) => two(local.getUTCMinutes(), count),
        s: (count) => two(local.getUTCSeconds(), count),
        S: (count) => two(local.getUTCMilliseconds(), 3).padEnd(count, '0').slice(0, count),
        a: () => (local.getUTCHours() < 12 ? 'AM' : 'PM'),
        Z: () => offsetText(offset, ''),
        X: (count) => (offset === 0 ? 'Z' : offsetText(offset, count === 3 ? ':' : '')),
        x: (count) => offsetText(offset, count === 3 ? ':' : ''),
        z: () => (typeof zone === 'string' && zone !== '' ? zone : 'UTC'),
        D: (count) =>
          two(
            Math.floor(
              (Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) - Date.UTC(local.getUTCFullYear(), 0, 0)) /
                86_400_000,
            ),
            count,
          ),
      } satisfies Record<string, (count: number) => string>),
    );
    return pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (text: string, quoted: string | undefined, letter: string) => {
      if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
      return letters.get(letter)?.(text.length) ?? text;
    });
  }
  /** The fields of a text in a pattern; null where the text has another form. */
  function parsed(text: string, pattern: string, zone: Plain): number | null {
    const fields = new Map<string, number>();
    let offset: number | undefined;
    let at = 0;
    for (const [part, quoted, letter] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g)) {
      if (letter === undefined) {
        const literal = quoted ?? part;
        if (!text.startsWith(literal, at)) return null;
        at += literal.length;
        continue;
      }
      const rest = text.slice(at);
      let found: RegExpExecArray | null;
      if ('ZXx'.includes(letter)) {
        found = /^(?:Z|[+-]\d{2}:?\d{2})/.exec(rest);
        if (found) offset = found[0] === 'Z' ? 0 : offsetOf(found[0], 0);
      } else if (letter === 'M' && part.length > 2) {
        found = /^[A-Za-z]+/.exec(rest);
        const month = MONTHS.findIndex((name) => found && name.slice(0, 3) === found[0].slice(0, 3));
        if (month < 0) return null;
        fields.set('M', month + 1);
      } else if (letter === 'E' || letter === 'a' || letter === 'z') {
        found = /^[A-Za-z/_]+/.exec(rest);
        if (letter === 'a' && found) fields.set('a', /^p/i.test(found[0]) ? 12 : 0);
      } else {
        found = /^\d+/.exec(part.length > 1 ? rest.slice(0, part.length) : rest);
        if (found) fields.set(letter, letter === 'S' ? Number(found[0].padEnd(3, '0').slice(0, 3)) : Number(found[0]));
      }
      if (!found) return null;
      at += found[0].length;
    }
    if (at !== text.length) return null;
    const year = fields.get('y') ?? fields.get('u') ?? 1970;
    const hour = fields.get('H') ?? ((fields.get('h') ?? 0) % 12) + (fields.get('a') ?? 0);
    const ms = Date.UTC(
      year,
      (fields.get('M') ?? 1) - 1,
      fields.get('d') ?? 1,
      hour,
      fields.get('m') ?? 0,
      fields.get('s') ?? 0,
      fields.get('S') ?? 0,
    );
    return ms - (offset ?? offsetOf(zone, ms));
  }
  const parsedIso = (text: string): number | null => {
    const ms = Date.parse(/^\d{4}-\d{2}-\d{2}T[^Z+]*$/.test(text) && !/[+-]\d{2}:\d{2}$/.test(text) ? `${text}Z` : text);
    return Number.isNaN(ms) ? null : ms;
  };
  const functions: Record<string, (...args: Plain[]) => Plain> = {
    nowISO8601: () => new Date(now()).toISOString(),
    nowEpochSeconds: () => Math.floor(now() / 1000),
    nowEpochMilliSeconds: () => now(),
    nowFormatted: (pattern, zone) => formatted(now(), String(pattern), zone),
    parseFormattedToEpochMilliSeconds: (text, pattern, zone) => parsed(String(text), String(pattern), zone),
    parseISO8601ToEpochMilliSeconds: (text) => parsedIso(String(text)),
    epochMilliSecondsToSeconds: (ms) => Math.floor(Number(ms) / 1000),
    epochMilliSecondsToISO8601: (ms) => new Date(Number(ms)).toISOString(),
    epochMilliSecondsToFormatted: (ms, pattern, zone) => formatted(Number(ms), String(pattern), zone),
  };
  return { functions };
}
