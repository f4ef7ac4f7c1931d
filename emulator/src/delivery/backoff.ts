// Delays between attempts: doubled from a second up to a quarter of an hour. Without jitter: there is one sender.
/** Due work: another attempt. The name is on disk. */
export const RETRY_WORK = 'delivery.again';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 15 * 60 * 1000;

/** Milliseconds before the attempt that follows this many. */
export const retryDelayMs = (attempts: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(20, attempts - 1));
