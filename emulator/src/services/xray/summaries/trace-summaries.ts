// GetTraceSummaries: the traces of a span of time that pass a filter.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type GetTraceSummariesRequest, operation, type TraceSummary } from '#model/xray';
import { checkedSpan, type Span } from '#services/xray/checked-span';
import { invalidRequest, pagesOf } from '#services/xray/faults';
import { compileFilter, type TraceFilter } from '#services/xray/filter/compile-filter';
import { groupFilters } from '#services/xray/filter/group-filters';
import { type KeptTrace, traces, tracesByStart } from '#services/xray/state';
import { readTrace } from '#services/xray/traces/read-traces';
import { summaryOf } from '#services/xray/traces/summary';

/** Limit: traces of a page of summaries. */
const PAGE = 100;
const { pageOfKeyed } = pagesOf(PAGE);

type Key = [startMs: number, trace: string];

export const GetTraceSummaries = operation('GetTraceSummaries', (input, ctx) => {
  const span = checkedSpan(input);
  const share = shareOf(input);
  const filter = input.FilterExpression ? compileFilter(input.FilterExpression, groupFilters(ctx)) : undefined;
  let processed = 0;
  const read = (after: Key | undefined, limit: number): [Key, TraceSummary][] => {
    const found: [Key, TraceSummary][] = [];
    for (const key of candidates(span, input.TimeRangeType, after, ctx)) {
      if (!isInShare(key[1], share)) continue;
      processed++;
      const summary = summaryIn(key[1], filter, ctx);
      if (summary) found.push([key, summary]);
      if (found.length === limit) break;
    }
    return found;
  };
  const { items, NextToken } = pageOfKeyed(input, read);
  return { TraceSummaries: items, ApproximateTime: new Date(span.startMs), TracesProcessedCount: processed, NextToken };
});

function summaryIn(id: string, filter: TraceFilter | undefined, ctx: Ctx): TraceSummary | undefined {
  const trace = readTrace(id, ctx);
  return trace && (!filter || filter(trace)) ? summaryOf(trace) : undefined;
}

/** The share of the traces that is asked for, from 0 to 1. */
function shareOf({ SamplingStrategy: strategy }: GetTraceSummariesRequest): number {
  const { Value: value = 1 } = strategy ?? {};
  if (!(value >= 0 && value <= 1)) throw invalidRequest('The value of the sampling strategy must be between 0 and 1.');
  return value;
}

/** The last digits of an id are random: the same traces are in each sample of a size. */
const isInShare = (id: string, share: number): boolean => share === 1 || Number.parseInt(id.slice(-8), 16) / 2 ** 32 < share;

/** Keys of the traces in the span, by when they began, when they were last updated, or when they ended. */
function* candidates(
  { startMs, endMs }: Span,
  type: GetTraceSummariesRequest['TimeRangeType'],
  after: Key | undefined,
  ctx: Ctx,
): Generator<Key> {
  const bounds = type === undefined || type === 'TraceId' ? { from: [startMs] as [number], before: [endMs + 1] as [number] } : {};
  const keys = ctx.records(tracesByStart).keys([], { ...bounds, after });
  for (const key of keys) {
    const trace = ctx.records(traces).get([key[1]]);
    if (trace && isWithin(trace, type, startMs, endMs)) yield key;
  }
}

function isWithin(trace: Frozen<KeptTrace>, type: GetTraceSummariesRequest['TimeRangeType'], startMs: number, endMs: number): boolean {
  const atMs = type === 'Event' ? trace.updatedMs : type === 'Service' ? trace.endMs : trace.startMs;
  return atMs >= startMs && atMs <= endMs;
}
