// One execution: a batch goes through the enrichment to the target.
import type { Ctx } from '#core/ctx';
import { recordsName } from '#core/traces/records-name';
import { type BatchTrace, noteBatch } from '#polling/batch-trace';
import { pipeArn } from '#services/pipes/arns';
import { enrich } from './enrich.ts';
import type { Execution, Failure } from './execution.ts';
import { ExecutionLog } from './execution-log.ts';
import { sendToTarget } from './send-to-target.ts';

/** `ended` is told the outcome before it is logged, and when the execution began: performance.now(). It reports a failure. */
export async function execute(
  { pipe, batch }: Omit<Execution, 'log'>,
  ended: (failure: Failure | undefined, startedMs: number) => void,
  trace: BatchTrace,
): Promise<void> {
  const { ctx } = trace;
  const startedMs = performance.now();
  const log = new ExecutionLog(pipe, ctx);
  const execution: Execution = { pipe, batch, log };
  log.step('ExecutionStarted', { events: batch.map(({ text }) => text) });
  const failure = await run(execution, ctx);
  ended(failure, startedMs);
  if (!failure) {
    log.step('ExecutionSucceeded');
    noteBatch(trace, { what: 'batch', resource: pipeArn(ctx, pipe.name), name: recordsName(batch.length), startedMs });
  } else {
    const isPartial = new Set(failure.records).size < batch.length;
    log.step(isPartial ? 'ExecutionPartiallyFailed' : 'ExecutionFailed', { problem: failure.problem });
  }
  await log.write();
}

async function run(execution: Execution, ctx: Ctx): Promise<Failure | undefined> {
  const { enrichment } = execution.pipe;
  if (enrichment === undefined) {
    const events = execution.batch.map((record) => ({ event: record.text, record }));
    return sendToTarget(execution, events, ctx);
  }
  const { problem, events } = await enrich(execution, enrichment, ctx);
  return problem ? { records: execution.batch, problem } : sendToTarget(execution, events, ctx);
}
