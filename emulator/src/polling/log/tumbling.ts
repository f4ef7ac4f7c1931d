// Tumbling windows: stretches of time of one length, to which records belong by their arrival. Pure.
// https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
import type { Frozen } from '#core/records';
import type { Lane } from './lanes.ts';
import type { WindowPart } from './log-consumer.ts';

/** Limit: bytes of the state of a tumbling window. A window whose state is larger ends before its time. */
export const MAX_STATE_BYTES = 1_048_576;
const NO_STATE = '{}';

export const windowStart = (ms: number, tumblingS: number): number => Math.floor(ms / (tumblingS * 1000)) * tumblingS * 1000;

/** When the open window of a lane is over; Infinity if no window is open. */
export const windowEnd = ({ window }: Frozen<Lane>, tumblingS: number): number =>
  window && tumblingS > 0 ? window.startMs + tumblingS * 1000 : Number.POSITIVE_INFINITY;

/** The part of the window that a batch of records is. */
export function windowPart({ window }: Frozen<Lane>, firstMs: number, tumblingS: number): WindowPart | undefined {
  if (tumblingS === 0) return undefined;
  const startMs = window?.startMs ?? windowStart(firstMs, tumblingS);
  return { startMs, endMs: startMs + tumblingS * 1000, state: window?.state ?? NO_STATE, isFinal: false, isEarly: false };
}

/** The end of the window that a lane has open. */
export function finalPart({ window }: Frozen<Lane>, tumblingS: number): WindowPart | undefined {
  if (!window) return undefined;
  const { startMs, state, isEarly } = window;
  return { startMs, endMs: startMs + tumblingS * 1000, state, isFinal: true, isEarly };
}

/** The window that a lane has open after a batch. */
export function windowAfter(part: WindowPart | undefined, state: string = NO_STATE): Lane['window'] {
  if (!part || part.isFinal) return undefined;
  return { startMs: part.startMs, state, isEarly: Buffer.byteLength(state) > MAX_STATE_BYTES };
}
