// The times of the points that a read answers: its start is rounded down, the coarser the older it is.

/** The first time of the points, in milliseconds: whole seconds of short periods, else minutes, five minutes or hours. */
export function roundedStart(startMs: number, nowMs: number, periodSeconds: number): number {
  const ageDays = (nowMs - startMs) / 86_400_000;
  const step = (ageDays > 63 ? 3600 : ageDays > 15 ? 300 : periodSeconds < 60 ? periodSeconds : 60) * 1000;
  return startMs - (startMs % step);
}

/** 1, 5, 10, 20, 30 or a multiple of 60 seconds. */
export const isPeriod = (seconds: number): boolean => [1, 5, 10, 20, 30].includes(seconds) || (seconds > 0 && seconds % 60 === 0);
