// BatchGetTraces: whole traces by their ids.
import { operation, type Trace } from '#model/xray';
import { invalidRequest } from '#services/xray/faults';
import { TRACE_ID } from '#services/xray/segments/segment-document';
import { type ReadTrace, readTrace } from './read-traces.ts';
import { rounded, spanOf } from './trace-facts.ts';

/** Limit: traces of a request for whole traces. */
const MAX_IDS = 5;

export const BatchGetTraces = operation('BatchGetTraces', ({ TraceIds }, ctx) => {
  const ids = checkedIds(TraceIds, MAX_IDS);
  const found = ids.map((id) => readTrace(id, ctx));
  return {
    Traces: found.filter((trace) => trace !== undefined).map(describe),
    UnprocessedTraceIds: ids.filter((_, at) => !found[at]),
  };
});

/** Each id once. @throws Fault for what is none */
export function checkedIds(ids: readonly string[], most: number): readonly string[] {
  if (ids.length > most) throw invalidRequest(`A request can name at most ${most} traces.`);
  for (const id of ids) if (!TRACE_ID.test(id)) throw invalidRequest(`Invalid trace ID: ${id}`);
  return [...new Set(ids)];
}

function describe(trace: ReadTrace): Trace {
  const { start, end } = spanOf(trace);
  return {
    Id: trace.id,
    Duration: rounded(end - start),
    LimitExceeded: trace.kept.isFull === true,
    Segments: [...trace.segments.map(({ document }) => document), ...trace.orphans].map((document) => ({
      Id: document.id,
      Document: JSON.stringify(document),
    })),
  };
}
