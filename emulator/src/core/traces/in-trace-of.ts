// Work that waited goes on in the trace of the request that began it: its record keeps that.
import type { Trace } from '#core/call';
import type { Ctx } from '#core/ctx';

/** One deeper than the request; the context itself for records that have no trace. */
export const inTraceOf = ({ trace }: { readonly trace?: Trace | undefined }, ctx: Ctx): Ctx =>
  trace === undefined ? ctx : ctx.inTrace(trace.id, trace.depth + 1);
