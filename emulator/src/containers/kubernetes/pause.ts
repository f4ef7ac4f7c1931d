// Waits before something is tried again.

import { setTimeout } from 'node:timers/promises';

/** Ends early, and without an error, once it is aborted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => undefined);
