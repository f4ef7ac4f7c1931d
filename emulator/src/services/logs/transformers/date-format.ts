// Dates in the patterns of Java's DateTimeFormatter, as far as log lines have them: numbers, English names, zones, quoted text. Pure.
import { timeZone } from '#lib/time-zone';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

interface DateFields {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  milli?: number;
  half?: 'AM' | 'PM';
  epochMs?: number;
  offsetMinutes?: number;
}

interface Token {
  /** A letter of the pattern; empty for text. */
  readonly letter: string;
  readonly text: string;
}

const LETTERS = 'yuMdHhkmsSaEXxZzn';

/** @throws Error that names the letter that is not known */
export function readDatePattern(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [text, quoted] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g)) {
    if (quoted !== undefined) tokens.push({ letter: '', text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (/[A-Za-z]/.test(text)) {
      if (!LETTERS.includes(text[0]!)) throw new Error(`the letter ${text[0]} is not supported`);
      tokens.push({ letter: text[0]!, text });
    } else tokens.push({ letter: '', text });
  }
  return tokens;
}

const digits = (text: string, at: number, most: number): string => /^\d*/.exec(text.slice(at, at + most))![0];

/** The instant in milliseconds since 1970; undefined where the text has another form. `epoch` is a pattern of its own: a number of milliseconds. */
export function parseDate(text: string, tokens: readonly Token[], zone: string): number | undefined {
  const parts: DateFields = {};
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const length = readToken(token, text, at, parts, next !== undefined && next.letter !== '');
    if (length === undefined) return undefined;
    at += length;
  }
  return at === text.length ? instantOf(parts, zone) : undefined;
}

/** How many characters the token takes. `isTight`: another field follows at once, so that only its own width is taken. */
function readToken({ letter, text: form }: Token, text: string, at: number, parts: DateFields, isTight: boolean): number | undefined {
  if (letter === '') return text.startsWith(form, at) ? form.length : undefined;
  if (letter === 'M' && form.length >= 3) return named(MONTHS, form.length === 3, text, at, (index) => (parts.month = index + 1));
  if (letter === 'E') return named(DAYS, form.length <= 3, text, at, () => {});
  if (letter === 'a') {
    const half = text.slice(at, at + 2).toUpperCase();
    if (half !== 'AM' && half !== 'PM') return undefined;
    parts.half = half;
    return 2;
  }
  if ('XxZz'.includes(letter)) return readZone(text, at, parts);
  const widest = letter === 'S' ? form.length : letter === 'y' || letter === 'u' ? Math.max(4, form.length) : 2;
  const found = digits(text, at, isTight ? form.length : widest);
  if (found === '' || (form.length > 1 && found.length < Math.min(form.length, widest))) return undefined;
  const value = Number(found);
  if (letter === 'y' || letter === 'u') parts.year = form.length === 2 ? 2000 + value : value;
  else if (letter === 'M') parts.month = value;
  else if (letter === 'd') parts.day = value;
  else if (letter === 'm') parts.minute = value;
  else if (letter === 's') parts.second = value;
  else if (letter === 'S') parts.milli = Math.trunc(Number(`0.${found}`) * 1000);
  else if (letter === 'n') parts.milli = Math.trunc(value / 1_000_000);
  else parts.hour = value === 24 ? 0 : value;
  return found.length;
}

function named(names: readonly string[], isShort: boolean, text: string, at: number, note: (index: number) => void): number | undefined {
  for (const [index, whole] of names.entries()) {
    const name = isShort ? whole.slice(0, 3) : whole;
    if (text.slice(at, at + name.length).toLowerCase() !== name.toLowerCase()) continue;
    note(index);
    return name.length;
  }
  return undefined;
}

function readZone(text: string, at: number, parts: DateFields): number | undefined {
  const [all, sign, hours, minutes] = /^(?:Z|UTC|GMT|([+-])(\d{2}):?(\d{2})?)/.exec(text.slice(at, at + 6)) ?? [];
  if (all === undefined) return undefined;
  parts.offsetMinutes = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  return all.length;
}

function instantOf(parts: DateFields, zone: string): number | undefined {
  const { year = 1970, month = 1, day = 1, hour: given = 0, minute = 0, second = 0, milli = 0, half, offsetMinutes } = parts;
  const hour = half === undefined ? given : (given % 12) + (half === 'PM' ? 12 : 0);
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second, milli);
  const back = new Date(localMs);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) return undefined;
  return offsetMinutes === undefined ? zoneNamed(zone)?.instantMs(localMs) : localMs - offsetMinutes * 60_000;
}

/** A name of the IANA database, or an offset: `+02:00`, `UTC-3`. */
export function zoneNamed(name: string) {
  const [all, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(name) ?? [];
  if (all === undefined) return timeZone(name === 'Z' || name === 'GMT' ? 'UTC' : name);
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { localMs: (ms: number) => ms + offsetMs, instantMs: (ms: number): number | undefined => ms - offsetMs };
}

export function formatDate(instantMs: number, tokens: readonly Token[], zone: string): string {
  const localMs = zoneNamed(zone)!.localMs(instantMs);
  const local = new Date(localMs);
  const offsetMinutes = Math.round((localMs - instantMs) / 60_000);
  return tokens.map((token) => formatToken(token, local, offsetMinutes)).join('');
}

function formatToken({ letter, text }: Token, local: Date, offsetMinutes: number): string {
  const padded = (value: number): string => String(value).padStart(text.length, '0');
  const hour = local.getUTCHours();
  switch (letter) {
    case '':
      return text;
    case 'y':
    case 'u':
      return text.length === 2 ? String(local.getUTCFullYear() % 100).padStart(2, '0') : padded(local.getUTCFullYear());
    case 'M': {
      const name = MONTHS[local.getUTCMonth()]!;
      return text.length < 3 ? padded(local.getUTCMonth() + 1) : text.length === 3 ? name.slice(0, 3) : name;
    }
    case 'd':
      return padded(local.getUTCDate());
    case 'H':
      return padded(hour);
    case 'k':
      return padded(hour === 0 ? 24 : hour);
    case 'h':
      return padded(hour % 12 === 0 ? 12 : hour % 12);
    case 'm':
      return padded(local.getUTCMinutes());
    case 's':
      return padded(local.getUTCSeconds());
    case 'S':
      return String(local.getUTCMilliseconds()).padStart(3, '0').padEnd(text.length, '0').slice(0, text.length);
    case 'n':
      return padded(local.getUTCMilliseconds() * 1_000_000);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'E': {
      const name = DAYS[local.getUTCDay()]!;
      return text.length <= 3 ? name.slice(0, 3) : name;
    }
    default:
      return zoneText(letter, text.length, offsetMinutes);
  }
}

/** `X` writes `Z` for no offset; three letters write a colon. */
function zoneText(letter: string, length: number, offsetMinutes: number): string {
  if (offsetMinutes === 0 && (letter === 'X' || letter === 'z')) return letter === 'X' ? 'Z' : 'UTC';
  const all = Math.abs(offsetMinutes);
  const [hours, minutes] = [String(Math.trunc(all / 60)).padStart(2, '0'), String(all % 60).padStart(2, '0')];
  return `${offsetMinutes < 0 ? '-' : '+'}${hours}${length >= 3 && letter !== 'Z' ? ':' : ''}${minutes}`;
}
