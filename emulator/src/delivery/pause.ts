// Pauses between attempts: doubled from a second up to a quarter of an hour. Without jitter: there is one sender.
/** Due work: another attempt. */
export const AGAIN = 'delivery.again';

const FIRST_MS = 1000;
const LONGEST_MS = 15 * 60 * 1000;

/** Milliseconds before the attempt that follows this many. */
export const pauseMs = (attempts: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, attempts - 1));
