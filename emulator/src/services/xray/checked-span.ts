// The span of time that a request asks for.
import { invalidRequest } from './faults.ts';

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** @throws Fault for a span that ends before it begins */
export function checkedSpan({ StartTime, EndTime }: { readonly StartTime: Date; readonly EndTime: Date }): Span {
  if (EndTime < StartTime) throw invalidRequest('The end of the time range is before its start.');
  return { startMs: StartTime.getTime(), endMs: EndTime.getTime() };
}
