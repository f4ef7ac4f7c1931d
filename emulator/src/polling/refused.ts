// Sources that the role of a reader may not read.

/** Milliseconds after which a reader looks again: policies do not wake it. */
export const REFUSED_MS = 60_000;
