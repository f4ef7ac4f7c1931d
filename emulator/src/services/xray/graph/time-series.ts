// GetTimeSeriesServiceStatistics: counts of a service or a call, by spans of time.
import { operation, type TimeSeriesServiceStatistics } from '#model/xray';
import { checkedSpan } from '#services/xray/checked-span';
import { invalidRequest, pagesOf } from '#services/xray/faults';
import { compileSelector } from '#services/xray/filter/compile-filter';
import { groupFilters } from '#services/xray/filter/group-filters';
import { fits, segmentScope } from '#services/xray/filter/scope';
import type { AssembledTrace, TracedSegment } from '#services/xray/traces/assemble-trace';
import { tracesBetween } from '#services/xray/traces/read-traces';
import { durationOf } from '#services/xray/traces/trace-facts';
import { filterOfGroup } from './graph-operations.ts';
import { Statistics } from './statistics.ts';

const MINUTE = 60;
/** Limit: seconds of a period of a service's statistics. */
const MAX_PERIOD = 3600;
const { pageOfItems } = pagesOf(500);

export const GetTimeSeriesServiceStatistics = operation('GetTimeSeriesServiceStatistics', (input, ctx) => {
  const { Period: period = MINUTE, EntitySelectorExpression: expression } = input;
  const { startMs, endMs } = checkedSpan(input);
  if (period < MINUTE || period > MAX_PERIOD || period % MINUTE !== 0)
    throw invalidRequest(`The period must be a multiple of ${MINUTE} seconds, and at most ${MAX_PERIOD}.`);
  const filter = filterOfGroup(input, ctx);
  const selector = expression === undefined ? undefined : compileSelector(expression, groupFilters(ctx));
  const selects = (segment: TracedSegment, trace: AssembledTrace): boolean => {
    // Without a selector: all calls, those of clients among them
    if (!selector) return true;
    if (!selector.test(segmentScope(segment, trace))) return false;
    if (selector.kind === 'service') return fits(selector.service, segment.service);
    return segment.caller !== undefined && fits(selector.from, segment.caller.service) && fits(selector.to, segment.service);
  };
  const spans = new Map<number, Statistics>();
  for (const trace of tracesBetween(startMs, endMs, ctx)) {
    if (!filter(trace)) continue;
    for (const segment of trace.segments) {
      if (!selects(segment, trace)) continue;
      const at = Math.floor(segment.document.start_time / period) * period;
      const statistics = spans.get(at) ?? new Statistics();
      spans.set(at, statistics);
      statistics.add(segment.document, durationOf(segment.document));
    }
  }
  const { items, NextToken } = pageOfItems([...spans], ([at]) => at, input);
  const isService = selector?.kind === 'service';
  return {
    TimeSeriesServiceStatistics: items.map(
      ([at, statistics]): TimeSeriesServiceStatistics => ({
        Timestamp: new Date(at * 1000),
        ...(isService ? { ServiceSummaryStatistics: statistics.summary() } : { EdgeSummaryStatistics: statistics.summary() }),
        ResponseTimeHistogram: statistics.histogram(),
      }),
    ),
    ContainsOldGroupVersions: false,
    NextToken,
  };
});
