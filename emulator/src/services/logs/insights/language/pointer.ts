// `@ptr`: names one event for GetLogRecord. Pure.
import type { QueryEvent } from './row.ts';

export type Pointer = readonly [log: string, groupId: string, timestampMs: number, number: number];

export const pointerTo = ({ log, groupId, timestampMs, number }: QueryEvent): string =>
  Buffer.from(JSON.stringify([log, groupId, timestampMs, number])).toString('base64');

/** Undefined for a text that is none. */
export function readPointer(text: string): Pointer | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64').toString());
    if (!Array.isArray(read) || read.length !== 4) return undefined;
    const [log, groupId, timestampMs, number] = read as unknown[];
    const isOne = typeof log === 'string' && typeof groupId === 'string' && Number.isInteger(timestampMs) && Number.isInteger(number);
    return isOne ? (read as unknown as Pointer) : undefined;
  } catch {
    return undefined;
  }
}
