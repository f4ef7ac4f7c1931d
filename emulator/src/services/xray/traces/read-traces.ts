// Reads traces from the records: one by its id, or those of a span of time.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type KeptTrace, segments, traces, tracesByStart } from '#services/xray/state';
import { type AssembledTrace, assembleTrace } from './assemble-trace.ts';

export interface ReadTrace extends AssembledTrace {
  readonly kept: Frozen<KeptTrace>;
}

/** Undefined where no segment of it is kept. */
export function readTrace(id: string, ctx: Ctx): ReadTrace | undefined {
  const kept = ctx.records(traces).get([id]);
  if (!kept) return undefined;
  const documents = ctx.records(segments).range([id]);
  return {
    kept,
    ...assembleTrace(
      id,
      documents.map(({ document }) => document),
      ctx.account,
    ),
  };
}

/** Traces that began within these milliseconds, the oldest first. */
export function* tracesBetween(startMs: number, endMs: number, ctx: Ctx): Generator<ReadTrace> {
  const span = { from: [Math.floor(startMs)] as [number], before: [Math.floor(endMs) + 1] as [number] };
  for (const [, id] of ctx.records(tracesByStart).keys([], span)) {
    const trace = readTrace(id, ctx);
    if (trace) yield trace;
  }
}
