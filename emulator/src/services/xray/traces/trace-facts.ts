// Facts of a whole trace: when it began and ended, its root, whether it failed. Pure.
import type { SegmentDocument } from '#services/xray/segments/segment-document';
import type { AssembledTrace, TracedSegment } from './assemble-trace.ts';

/** Seconds since 1970. */
export interface TraceSpan {
  readonly start: number;
  readonly end: number;
}

/** The segment that nobody called; of several the first. Segments whose callers are not known follow it. */
export const rootOf = ({ segments }: AssembledTrace): TracedSegment | undefined =>
  segments.find(({ document }) => document.parent_id === undefined) ?? segments.find(({ caller }) => !caller);

export function spanOf({ segments, orphans }: AssembledTrace): TraceSpan {
  const documents = [...segments.map(({ document }) => document), ...orphans];
  const start = Math.min(...documents.map((document) => document.start_time));
  return { start, end: Math.max(start, ...documents.map((document) => document.end_time ?? start)) };
}

export const durationOf = ({ start_time: start, end_time: end }: SegmentDocument): number | undefined =>
  end === undefined ? undefined : end - start;

/** Segments and subsegments at work still. */
export const isPartial = ({ segments, orphans }: AssembledTrace): boolean =>
  orphans.length > 0 || segments.some(({ document }) => document.end_time === undefined);

const statusOf = ({ http }: SegmentDocument): number | undefined => {
  const status = http?.response?.['status'];
  return typeof status === 'number' ? status : undefined;
};

/** By its flags, else by the status of its answer. */
export function outcomeOf(document: SegmentDocument): {
  readonly isFault: boolean;
  readonly isError: boolean;
  readonly isThrottle: boolean;
} {
  const status = statusOf(document) ?? 0;
  const isThrottle = document.throttle === true || status === 429;
  return {
    isThrottle,
    isError: document.error === true || isThrottle || (status >= 400 && status < 500),
    isFault: document.fault === true || status >= 500,
  };
}

/** Seconds to the millisecond: clients print them. */
export const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
