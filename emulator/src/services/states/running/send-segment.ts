// The X-Ray segment of an execution that is kept, once it has ended.
import type { Ctx } from '#core/ctx';
import { executionArn, machineArn } from '#services/states/arns';
import type { HistoryEvent } from '#services/states/language/interpreter/commands';
import { type ExecutionRecord, eventRows, type KeptEvent, revisions } from '#services/states/state';
import { isExecutionTraced, traceExecution } from '#services/states/tracing/execution-trace';

/** Rows of a history that are read: a segment holds a hundred states. */
const MAX_ROWS = 1000;

export function sendSegment(record: ExecutionRecord, ctx: Ctx): void {
  const { id, traceHeader: header, machine, name, revisionId, startMs, stopMs = startMs, state } = record;
  if (!isExecutionTraced(header)) return;
  const { roleArn } = ctx.records(revisions).get([revisionId])!;
  const { status, error, cause } = state;
  const arns = { arn: executionArn(machine, name, ctx), machineArn: machineArn(machine, ctx), roleArn };
  const times = { startMs, endMs: stopMs };
  traceExecution({ header, execution: id, machine, ...arns, ...times, status, error, cause, history: historyOf(id, ctx) }, ctx);
}

function historyOf(id: string, ctx: Ctx): HistoryEvent[] {
  return ctx
    .records(eventRows)
    .entries([id], { limit: MAX_ROWS })
    .flatMap(([[, firstId], { atMs, events }]) => events.map((event, index) => ({ ...(event as KeptEvent), id: firstId + index, atMs })));
}
