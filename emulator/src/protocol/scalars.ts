// Numbers, booleans and timestamps as text, in every format that a protocol uses.
import type { SimpleKind } from './ir.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Omits the milliseconds where they are 0. */
export function isoDate(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/** Whole seconds, written with milliseconds: `2026-01-01T00:00:02.000Z`. */
export const isoDateWhole = (date: Date): string => `${date.toISOString().slice(0, -5)}.000Z`;

export function httpDate(date: Date): string {
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} GMT`;
}

export const epochSeconds = (date: Date): number => date.getTime() / 1000;

const EPOCH = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Accepts any of the three formats; undefined for other text. */
export function parseDate(value: string | number): Date | undefined {
  const seconds = typeof value === 'number' ? value : EPOCH.test(value) ? Number(value) : undefined;
  const date = seconds === undefined ? new Date(value) : new Date(Math.round(seconds * 1000));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function parseNumber(text: string): number | undefined {
  if (NUMBER.test(text)) return Number(text);
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity' ? Number(text) : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

/** Undefined where the text has characters outside the base64 alphabets (Node's decoder would skip them). */
export function parseBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return bytes.length === Math.floor(((text.length - padding) * 3) / 4) ? bytes : undefined;
}

export function toBase64(value: Uint8Array | string): string {
  if (typeof value === 'string') return Buffer.from(value).toString('base64');
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}

/** The names of kinds in error messages. */
export const KIND_NAMES: Record<SimpleKind, string> = {
  string: 'a String',
  number: 'an Integer',
  boolean: 'a Boolean',
  timestamp: 'milliseconds since epoch',
  'date-time': 'milliseconds since epoch',
  'http-date': 'milliseconds since epoch',
  'epoch-seconds': 'milliseconds since epoch',
  blob: 'a Blob',
  stream: 'a Blob',
  document: 'a Document',
};

/** Reads one scalar from text: in a query, a header, a path, a form or an XML element. */
export type TextReader = (text: string) => unknown;
/** Makes the Fault for text that is not of this kind. */
export type TextFailure = (text: string, kind: SimpleKind) => Error;

export function textReader(kind: SimpleKind, failure: TextFailure): TextReader {
  const checked =
    <T>(parse: (text: string) => T | undefined): TextReader =>
    (text) => {
      const value = parse(text);
      if (value === undefined) throw failure(text, kind);
      return value;
    };
  switch (kind) {
    case 'number':
      return checked(parseNumber);
    case 'boolean':
      return checked(parseBoolean);
    case 'timestamp':
    case 'date-time':
    case 'http-date':
    case 'epoch-seconds':
      return checked(parseDate);
    case 'blob':
      return checked(parseBase64);
    case 'document':
      return checked((text) => JSON.parse(text) as unknown);
    default:
      return (text) => text;
  }
}

/** Writes one scalar as text. `moment` writes timestamps that name no format of their own. */
export function textWriter(kind: SimpleKind, formatDate: (date: Date) => string): (value: unknown) => string {
  switch (kind) {
    case 'timestamp':
      return formatDate as (value: unknown) => string;
    case 'date-time':
      return formatDate === httpDate ? (isoDate as (value: unknown) => string) : (formatDate as (value: unknown) => string);
    case 'http-date':
      return httpDate as (value: unknown) => string;
    case 'epoch-seconds':
      return (value) => String(epochSeconds(value as Date));
    case 'blob':
    case 'stream':
      return toBase64 as (value: unknown) => string;
    case 'document':
      return (value) => JSON.stringify(value);
    default:
      return String;
  }
}
