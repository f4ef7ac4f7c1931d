// Scalars of awsJson and restJson.
import { isUtf8 } from 'node:buffer';

import type { SimpleKind } from '#protocol/ir';
import { notScalar, serialization } from '#protocol/refusals';
import { epochSeconds, httpDate, isoDate, parseBase64, parseDate, toBase64 } from '#protocol/scalars';
import type { DocumentFormat, ScalarTable } from './document.ts';

const readDate =
  (kind: SimpleKind) =>
  (value: unknown): Date => {
    const date = typeof value === 'number' || typeof value === 'string' ? parseDate(value) : undefined;
    if (!date) throw notScalar(value, kind);
    return date;
  };

function readBlob(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value; // of a large body
  if (typeof value !== 'string') throw notScalar(value, 'blob');
  const bytes = parseBase64(value);
  if (!bytes) throw serialization("Can't decode base64 string");
  return bytes;
}

const READ: ScalarTable = {
  string: (value) => {
    if (typeof value !== 'string') throw notScalar(value, 'string');
    return value;
  },
  number: (value) => {
    if (typeof value === 'number') return value;
    if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
    throw notScalar(value, 'number');
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw notScalar(value, 'boolean');
  },
  timestamp: readDate('timestamp'),
  'date-time': readDate('date-time'),
  'http-date': readDate('http-date'),
  'epoch-seconds': readDate('epoch-seconds'),
  blob: readBlob,
  stream: readBlob,
  document: (value) => value,
};

const WRITE: ScalarTable = {
  string: (value) => value,
  number: (value) => (Number.isFinite(value) ? value : String(value)),
  boolean: (value) => value,
  timestamp: (value) => epochSeconds(value as Date),
  'date-time': (value) => isoDate(value as Date),
  'http-date': (value) => httpDate(value as Date),
  'epoch-seconds': (value) => epochSeconds(value as Date),
  blob: (value) => toBase64(value as Uint8Array),
  stream: (value) => toBase64(value as Uint8Array),
  document: (value) => value,
};

const text = (value: unknown): Uint8Array => {
  if (typeof value !== 'string') throw notScalar(value, 'blob');
  return Buffer.from(value);
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const bytesAsText = (value: unknown): string => Buffer.from(value as Uint8Array).toString();

const writeIso = (value: unknown): string => isoDate(value as Date);
const ISO_DATES = { timestamp: writeIso, 'date-time': writeIso, 'http-date': writeIso, 'epoch-seconds': writeIso };

/**
 * Requests and answers in the names and types that the Java SDK gives them, without the encodings of the wire: members begin with a capital, bytes are text, and times
 * in answers ISO 8601.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
 */
export const SDK_REQUEST: DocumentFormat = {
  read: { ...READ, blob: text, stream: (value) => once(text(value)) },
  write: { ...WRITE, ...ISO_DATES, blob: bytesAsText, stream: bytesAsText },
  wireName: (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
};

/** awsJson ignores `jsonName`; restJson follows it. */
export const AWS_JSON: DocumentFormat = { read: READ, write: WRITE, wireName: (name) => name };
export const REST_JSON: DocumentFormat = { read: READ, write: WRITE, wireName: (name, traits) => traits?.jsonName ?? name };

const bytesOf = (value: unknown): Uint8Array => {
  if (typeof value === 'string') return Buffer.from(value);
  const encoded = (value as { readonly base64?: unknown } | null)?.base64;
  if (typeof encoded !== 'string') throw notScalar(value, 'blob');
  return readBlob(encoded) as Uint8Array;
};

const textOrBase64 = (value: unknown): unknown => {
  const bytes = Buffer.from(value as Uint8Array);
  return isUtf8(bytes) ? bytes.toString() : { base64: toBase64(bytes) };
};

/** Requests and answers in the names of the model, for people and programs that write them by hand: bytes are a text or `{"base64": "…"}`, and times in answers ISO 8601. */
export const PLAIN_REQUEST: DocumentFormat = {
  read: { ...READ, blob: bytesOf, stream: (value) => once(bytesOf(value)) },
  write: { ...WRITE, ...ISO_DATES, blob: textOrBase64, stream: textOrBase64 },
  wireName: (name) => name,
};
