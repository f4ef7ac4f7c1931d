// How many failed items a Map state tolerates.
import { THRESHOLD_EXCEEDED } from '#services/states/language/faults';
import { MapRunFailure } from './map-run-failure.ts';

export interface Tolerance {
  readonly toleratedCount?: number | undefined;
  readonly toleratedPercentage?: number | undefined;
}

/** Without any tolerance one failure is too many. */
export function exceedsTolerance(failed: number, total: number, { toleratedCount, toleratedPercentage }: Tolerance): boolean {
  if (failed === 0) return false;
  return (
    (toleratedCount === undefined && toleratedPercentage === undefined) ||
    (toleratedCount !== undefined && failed > toleratedCount) ||
    (toleratedPercentage !== undefined && (failed * 100) / total > toleratedPercentage)
  );
}

export const thresholdExceeded = (): MapRunFailure =>
  new MapRunFailure(THRESHOLD_EXCEEDED, 'The specified tolerated failure threshold was exceeded');
