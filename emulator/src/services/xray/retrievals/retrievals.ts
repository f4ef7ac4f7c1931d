// Retrievals: whole traces and their graph, many at a time, by a token. They are complete at once: the traces are read when they are listed.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type RetrievedTrace } from '#model/xray';
import { checkedSpan } from '#services/xray/checked-span';
import { invalidRequest, pagesOf } from '#services/xray/faults';
import { ServiceGraph } from '#services/xray/graph/service-graph';
import { type Retrieval, retrievals } from '#services/xray/state';
import { checkedIds } from '#services/xray/traces/batch-get-traces';
import { type ReadTrace, readTrace } from '#services/xray/traces/read-traces';
import { rounded, spanOf } from '#services/xray/traces/trace-facts';
import { spansOfSegment } from './spans-of-segment.ts';

/** Limit: traces of a retrieval. */
const MAX_IDS = 100;
/** Limit: retrievals of an account in a region at a time. */
const MAX_RETRIEVALS = 1000;
const HOUR_MS = 3_600_000;

export const StartTraceRetrieval = operation('StartTraceRetrieval', (input, ctx) => {
  const traceIds = checkedIds(input.TraceIds, MAX_IDS);
  if (traceIds.length === 0) throw invalidRequest('A retrieval needs at least one trace ID.');
  const { startMs, endMs } = checkedSpan(input);
  if (ctx.records(retrievals).count() >= MAX_RETRIEVALS)
    throw fault('ThrottledException', 'Too many retrievals are kept: try again later.');
  const token = ctx.id();
  ctx.write((tx) => {
    tx.put(ctx.records(retrievals), [token], { traceIds, startMs, endMs });
    ctx.later(tx, 'xray.forget-retrieval', [token], ctx.now() + HOUR_MS);
  });
  return { RetrievalToken: token };
});

function find(token: string, ctx: Ctx): Frozen<Retrieval> {
  const found = ctx.records(retrievals).get([token]);
  if (!found) throw fault('ResourceNotFoundException', 'The retrieval does not exist.', { ResourceName: token });
  return found;
}

function* tracesOf({ traceIds, startMs, endMs }: Frozen<Retrieval>, ctx: Ctx): Generator<ReadTrace> {
  for (const id of traceIds) {
    const trace = readTrace(id, ctx);
    if (trace && trace.kept.startMs <= endMs && trace.kept.endMs >= startMs) yield trace;
  }
}

/** Traces hold 500 KB at most. */
const { pageOfItems: pageOfIds } = pagesOf(10);

export const ListRetrievedTraces = operation('ListRetrievedTraces', (input, ctx) => {
  const retrieval = find(input.RetrievalToken, ctx);
  const TraceFormat = input.TraceFormat === 'OTEL' ? ('OTEL' as const) : ('XRAY' as const);
  if (retrieval.isCancelled) return { RetrievalStatus: 'CANCELLED', TraceFormat, Traces: [] };
  const { items, NextToken } = pageOfIds([...retrieval.traceIds].sort(), (id) => id, input);
  const Traces = [...tracesOf({ ...retrieval, traceIds: items }, ctx)].map((trace) => describe(trace, TraceFormat));
  return { RetrievalStatus: 'COMPLETE', TraceFormat, Traces, NextToken };
});

function describe(trace: ReadTrace, format: 'OTEL' | 'XRAY'): RetrievedTrace {
  const { start, end } = spanOf(trace);
  const documents = [...trace.segments.map(({ document }) => document), ...trace.orphans];
  return {
    Id: trace.id,
    Duration: rounded(end - start),
    Spans:
      format === 'XRAY'
        ? documents.map((document) => ({ Id: document.id, Document: JSON.stringify(document) }))
        : documents.flatMap((document) =>
            spansOfSegment(document, trace.id).map((span) => ({ Id: span.spanId, Document: JSON.stringify(span) })),
          ),
  };
}

const { pageOfItems: pageOfServices } = pagesOf(100);

export const GetRetrievedTracesGraph = operation('GetRetrievedTracesGraph', (input, ctx) => {
  const retrieval = find(input.RetrievalToken, ctx);
  if (retrieval.isCancelled) return { RetrievalStatus: 'CANCELLED', Services: [] };
  const graph = new ServiceGraph();
  for (const trace of tracesOf(retrieval, ctx)) graph.add(trace);
  const { items, NextToken } = pageOfServices(graph.services(), ({ ReferenceId = 0 }) => ReferenceId, input);
  return { RetrievalStatus: 'COMPLETE', Services: items.map((Service) => ({ Service, Links: [] })), NextToken };
});

export const CancelTraceRetrieval = operation('CancelTraceRetrieval', ({ RetrievalToken }, ctx) => {
  const retrieval = find(RetrievalToken, ctx);
  ctx.write((tx) => tx.put(ctx.records(retrievals), [RetrievalToken], { ...(retrieval as Retrieval), isCancelled: true }));
});
