// Compares what two sides answered: ids, times, accounts and addresses that each side makes itself count as equal, as long as equal ones stay equal.
import { isObject } from '#lib/json-object';
import { plain } from '#lib/recorded/plain';

/** The values of a side that are its own. */
export interface SideFacts {
  readonly account: string;
  /** Addresses by which it is reached. */
  readonly origins: readonly string[];
}

type Kind = 'account' | 'endpoint' | 'time' | 'id' | 'text';

interface Token {
  readonly kind: Kind;
  readonly text: string;
}

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/;
const HTTP_TIME = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/;
const UUID = /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/;
const ORIGIN = /https?:\/\/[^\s/"'<>\\]+/;
/** The end of a secret's ARN. */
const SECRET_SUFFIX = /(?<=:secret:[^\s":]*-)[A-Za-z0-9]{6}(?![\w-])/;
/** The parts of which a text consists, the longest first. */
const PARTS =
  /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|https?:\/\/[^\s/"'<>\\]+|[A-Za-z0-9+=_]{16,}|[A-Za-z0-9]+)/;

const DAY_MS = 24 * 3600 * 1000;
const MIN_SHORT_ID = 8;
const MIN_LONG_ID = 16;
/** Words have fewer letters than this. */
const MIN_LETTERS = 40;

/** The parts of a text; those in between (blanks, punctuation) are texts, too. */
export function tokensOf(text: string, { account, origins }: SideFacts, nowMs: number): Token[] {
  const parts = text.split(PARTS).filter((part) => part !== '');
  const tokens = parts.map((part) => ({ kind: kindOf(part, account, origins, nowMs), text: part }));
  const suffix = SECRET_SUFFIX.exec(text)?.[0];
  return suffix === undefined || tokens.at(-1)!.text !== suffix ? tokens : [...tokens.slice(0, -1), { kind: 'id', text: suffix }];
}

function kindOf(part: string, account: string, origins: readonly string[], nowMs: number): Kind {
  if (part === account) return 'account';
  if (whole(ORIGIN, part))
    return origins.some((origin) => part === origin) || /amazonaws\.com|on\.aws|localhost|127\.0\.0\.1/.test(part) ? 'endpoint' : 'text';
  if (whole(ISO_TIME, part) || whole(HTTP_TIME, part) || isTime(part, nowMs)) return 'time';
  if (whole(UUID, part)) return 'id';
  const isMixed = /\d/.test(part) && /[A-Za-z]/.test(part);
  if (part.length >= MIN_LONG_ID && (isMixed || /^\d+$/.test(part) || (part.length >= MIN_LETTERS && /^\w+$/.test(part)))) return 'id';
  return part.length >= MIN_SHORT_ID && isMixed ? 'id' : 'text';
}

const whole = (pattern: RegExp, text: string): boolean => pattern.exec(text)?.[0] === text;

/** Seconds or milliseconds of a day around now. */
function isTime(part: string, nowMs: number): boolean {
  if (!/^\d{10}(?:\d{3})?$/.test(part)) return false;
  const ms = part.length === 10 ? Number(part) * 1000 : Number(part);
  return Math.abs(ms - nowMs) < DAY_MS;
}

export class SameValues {
  readonly #ours: SideFacts;
  readonly #theirs: SideFacts;
  readonly #nowMs: number;
  readonly #theirsOf = new Map<string, string>();

  constructor(ours: SideFacts, theirs: SideFacts, nowMs: number) {
    this.#ours = ours;
    this.#theirs = theirs;
    this.#nowMs = nowMs;
  }

  /** One sentence per difference: theirs first, ours last. */
  differences(ours: unknown, theirs: unknown, path = ''): string[] {
    if (ours instanceof Date && theirs instanceof Date) return [];
    if (typeof ours === 'string' && typeof theirs === 'string') return this.#texts(ours, theirs, path);
    if (typeof ours === 'number' && typeof theirs === 'number')
      return ours === theirs || (this.#isMoment(ours) && this.#isMoment(theirs)) ? [] : [told(path, theirs, ours)];
    if (ours instanceof Uint8Array && theirs instanceof Uint8Array) return this.#texts(String(plain(ours)), String(plain(theirs)), path);
    if (Array.isArray(ours) && Array.isArray(theirs)) {
      if (ours.length !== theirs.length) return [told(path, theirs, ours)];
      return theirs.flatMap((each, index) => this.differences(ours[index], each, `${path}[${index}]`));
    }
    if (isObject(ours) && isObject(theirs) && !(ours instanceof Date) && !(theirs instanceof Date))
      return this.#members(ours, theirs, path);
    return Object.is(ours, theirs) ? [] : [told(path, theirs, ours)];
  }

  #members(ours: Readonly<Record<string, unknown>>, theirs: Readonly<Record<string, unknown>>, path: string): string[] {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
    return names.flatMap((name) => this.differences(ours[name], theirs[name], path === '' ? name : `${path}.${name}`));
  }

  #isMoment(value: number): boolean {
    return [value * 1000, value].some((ms) => Math.abs(ms - this.#nowMs) < DAY_MS);
  }

  #texts(ours: string, theirs: string, path: string): string[] {
    if (ours === theirs) return [];
    const [mine, other] = [parsed(ours), parsed(theirs)];
    const inside = mine !== undefined && other !== undefined ? this.differences(mine, other, `${path} as JSON`) : [];
    if (inside.length > 0) return inside;
    return this.isSame(ours, theirs) ? [] : [told(path, theirs, ours)];
  }

  /** Whether two texts say the same. */
  isSame(ours: string, theirs: string): boolean {
    const [mine, other] = [tokensOf(ours, this.#ours, this.#nowMs), tokensOf(theirs, this.#theirs, this.#nowMs)];
    return mine.length === other.length && mine.every((token, at) => this.#isSameToken(token, other[at]!));
  }

  #isSameToken(ours: Token, theirs: Token): boolean {
    if (ours.kind !== theirs.kind) return false;
    if (ours.kind === 'text') return ours.text === theirs.text;
    if (ours.kind !== 'id') return true;
    const known = this.#theirsOf.get(ours.text);
    if (known !== undefined) return known === theirs.text;
    if (ours.text === theirs.text) return true;
    if (!isAlike(ours.text, theirs.text)) return false;
    this.#theirsOf.set(ours.text, theirs.text);
    return true;
  }
}

/** Short ids have the same length; long ones (tokens, handles) may have any. */
const isAlike = (a: string, b: string): boolean => a.length === b.length || (a.length >= MIN_LONG_ID && b.length >= MIN_LONG_ID);

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const told = (path: string, theirs: unknown, ours: unknown): string => `${path}: ${shown(theirs)} → ${shown(ours)}`;
const shown = (value: unknown): string => (value === undefined ? 'not there' : JSON.stringify(plain(value)));
