// GetServiceGraph and GetTraceGraph: the graph of a span of time, and that of single traces.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/xray';
import { checkedSpan } from '#services/xray/checked-span';
import { pagesOf } from '#services/xray/faults';
import { compileFilter, type TraceFilter } from '#services/xray/filter/compile-filter';
import { noGroups } from '#services/xray/filter/filter-parser';
import { findGroup } from '#services/xray/groups';
import { checkedIds } from '#services/xray/traces/batch-get-traces';
import { readTrace, tracesBetween } from '#services/xray/traces/read-traces';
import { ServiceGraph } from './service-graph.ts';

/** Limit: traces of a request for their graph. */
const MAX_IDS = 5;
const { pageOfItems } = pagesOf(100);

interface GroupId {
  readonly GroupName?: string | undefined;
  readonly GroupARN?: string | undefined;
}

/** The filter of the group that a request names; every trace passes where it names none. */
export function filterOfGroup({ GroupName, GroupARN }: GroupId, ctx: Ctx): TraceFilter {
  if (GroupName === undefined && GroupARN === undefined) return () => true;
  const { filter } = findGroup({ GroupName, GroupARN }, ctx);
  return filter ? compileFilter(filter, noGroups) : () => true;
}

export const GetServiceGraph = operation('GetServiceGraph', (input, ctx) => {
  const { startMs, endMs } = checkedSpan(input);
  const filter = filterOfGroup(input, ctx);
  const graph = new ServiceGraph();
  for (const trace of tracesBetween(startMs, endMs, ctx)) if (filter(trace)) graph.add(trace);
  const { items, NextToken } = pageOfItems(graph.services(), ({ ReferenceId = 0 }) => ReferenceId, input);
  return { StartTime: input.StartTime, EndTime: input.EndTime, Services: items, ContainsOldGroupVersions: false, NextToken };
});

export const GetTraceGraph = operation('GetTraceGraph', (input, ctx) => {
  const graph = new ServiceGraph();
  for (const id of checkedIds(input.TraceIds, MAX_IDS)) {
    const trace = readTrace(id, ctx);
    if (trace) graph.add(trace);
  }
  const { items, NextToken } = pageOfItems(graph.services(), ({ ReferenceId = 0 }) => ReferenceId, input);
  return { Services: items, NextToken };
});
