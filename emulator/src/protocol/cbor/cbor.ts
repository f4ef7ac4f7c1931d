// Scalars of rpc-v2-cbor: the decoder has made dates and bytes already, so only their types are checked here.

import type { SimpleKind } from '#protocol/ir';
import type { Convert, DocumentFormat } from '#protocol/json/document';
import { notScalar } from '#protocol/refusals';
import { parseDate } from '#protocol/scalars';

const only =
  (kind: SimpleKind, holds: (value: unknown) => boolean): Convert =>
  (value) => {
    if (!holds(value)) throw notScalar(value, kind);
    return value;
  };

const date: Convert = (value) => {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  const made = typeof value === 'number' ? parseDate(value) : undefined;
  if (!made) throw notScalar(value, 'timestamp');
  return made;
};

const blob = only('blob', (value) => value instanceof Uint8Array);
const same: Convert = (value) => value;

export const CBOR: DocumentFormat = {
  read: {
    string: only('string', (value) => typeof value === 'string'),
    number: only('number', (value) => typeof value === 'number'),
    boolean: only('boolean', (value) => typeof value === 'boolean'),
    timestamp: date,
    'date-time': date,
    'http-date': date,
    'epoch-seconds': date,
    blob,
    stream: blob,
    document: same,
  },
  write: {
    string: same,
    number: same,
    boolean: same,
    timestamp: same,
    'date-time': same,
    'http-date': same,
    'epoch-seconds': same,
    blob: (value) => (typeof value === 'string' ? Buffer.from(value) : value),
    stream: same,
    document: same,
  },
  wireName: (name) => name,
};
