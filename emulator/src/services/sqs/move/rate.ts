// The rate of a move task: even, in steps at least a tenth of a second apart.

const MIN_PAUSE_MS = 100;
const UNLIMITED_AT_ONCE = 100;

/** Milliseconds between two steps. 0 without a limit. */
export const movePauseMs = (maxPerSecond: number | undefined): number =>
  maxPerSecond === undefined ? 0 : Math.max(MIN_PAUSE_MS, Math.ceil(1000 / maxPerSecond));

/** How many messages the next step moves: as many as the rate allows after `elapsedMs`, less those already moved. */
export const moveAtOnce = (maxPerSecond: number | undefined, elapsedMs: number, moved: number): number =>
  maxPerSecond === undefined ? UNLIMITED_AT_ONCE : Math.max(0, Math.floor((elapsedMs * maxPerSecond) / 1000) - moved);
