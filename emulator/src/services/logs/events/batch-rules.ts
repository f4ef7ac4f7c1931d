// The rules for a batch of events, and the split into accepted and rejected events.
import type { InputLogEvent } from '#model/logs';

export interface Rejected {
  tooNewLogEventStartIndex?: number;
  tooOldLogEventEndIndex?: number;
  expiredLogEventEndIndex?: number;
}

const HOUR_MS = 3_600_000;
const NEWEST_AHEAD_MS = 2 * HOUR_MS;
const OLDEST_AGE_MS = 14 * 24 * HOUR_MS;
/** Limit: time between the first and the last event of a PutLogEvents. */
const MAX_SPAN_MS = 24 * HOUR_MS;
/** Limit: bytes of the events of a PutLogEvents, with 26 for each. */
const MAX_BYTES = 1_048_576;
/** The size of an event beyond its message. */
export const EVENT_OVERHEAD_BYTES = 26;

export const sizeOf = (message: string): number => Buffer.byteLength(message) + EVENT_OVERHEAD_BYTES;

/** The error text for the batch as a whole. */
export function batchFlaw(batch: readonly InputLogEvent[]): string | undefined {
  let bytes = 0;
  for (const [at, { timestamp, message }] of batch.entries()) {
    bytes += sizeOf(message);
    if (at > 0 && timestamp < (batch[at - 1] as InputLogEvent).timestamp)
      return 'Log events in a single PutLogEvents request must be in chronological order.';
  }
  return bytes > MAX_BYTES ? `Upload too large: ${bytes} bytes exceeds limit of ${MAX_BYTES}` : undefined;
}

/** Splits an ordered batch. Rejects expired events, and those older than 14 days or more than 2 hours ahead. */
export function sift<Event extends InputLogEvent>(
  batch: readonly Event[],
  nowMs: number,
  expiredBeforeMs: number,
): { taken: readonly Event[]; rejected?: Rejected } {
  const firstAt = (atLeastMs: number): number => {
    const found = batch.findIndex(({ timestamp }) => timestamp >= atLeastMs);
    return found < 0 ? batch.length : found;
  };
  const expired = firstAt(expiredBeforeMs);
  const tooOld = firstAt(nowMs - OLDEST_AGE_MS);
  const tooNew = firstAt(nowMs + NEWEST_AHEAD_MS + 1);
  const rejected: Rejected = {
    ...(tooNew < batch.length && { tooNewLogEventStartIndex: tooNew }),
    ...(tooOld > 0 && { tooOldLogEventEndIndex: tooOld }),
    ...(expired > 0 && { expiredLogEventEndIndex: expired }),
  };
  const taken = batch.slice(Math.max(expired, tooOld), tooNew);
  return Object.keys(rejected).length > 0 ? { taken, rejected } : { taken };
}

/** Whether the accepted events span more than 24 hours. */
export function spansTooLong(taken: readonly InputLogEvent[]): boolean {
  const [first, last] = [taken[0], taken.at(-1)];
  return first !== undefined && last !== undefined && last.timestamp - first.timestamp > MAX_SPAN_MS;
}
