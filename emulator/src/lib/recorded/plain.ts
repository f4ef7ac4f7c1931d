// Answers as recorded cases have them.
import { isUtf8 } from 'node:buffer';

/** Times as ISO 8601, and bytes as text, or as base64 where they are none. Members without a value are left out. */
export function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return isUtf8(value) ? Buffer.from(value).toString() : Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.map(([name, each]) => [name, plain(each)]));
}
