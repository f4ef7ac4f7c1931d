// One execution: a batch goes through the enrichment to the target, and the records that did not fail leave the source, in one write.
import type { Ctx } from '#core/ctx';
import type { Source } from '#core/source';
import { sourceContext } from '#polling/source-context';
import { PIPE_BATCH_RETURNS } from '#services/pipes/messages';
import { enrich } from './enrich.ts';
import type { Execution, Failure } from './execution.ts';
import { ExecutionLog } from './execution-log.ts';
import { sendToTarget } from './send-to-target.ts';

export async function execute({ pipe, batch, source }: Omit<Execution, 'log'> & { readonly source: Source }, ctx: Ctx): Promise<void> {
  const log = new ExecutionLog(pipe, ctx);
  const execution: Execution = { pipe, batch, log };
  const events = batch.map(({ text }) => text);
  log.step('ExecutionStarted', { events });
  const failure = await run(execution, ctx);
  const failed = new Set(failure?.records);
  const done = batch.filter((record) => !failed.has(record)).map(({ record }) => record.receipt);
  if (done.length > 0) source.acknowledge(pipe.source, done, sourceContext(pipe.source, ctx));
  if (!failure) log.step('ExecutionSucceeded');
  else {
    log.step(done.length > 0 ? 'ExecutionPartiallyFailed' : 'ExecutionFailed', { problem: failure.problem });
    tellReturn(execution, failure, ctx);
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

function tellReturn({ pipe, batch }: Execution, { records, problem }: Failure, ctx: Ctx): void {
  const firstMs = Math.min(...records.map(({ record }) => record.returnsMs));
  ctx.log.write(PIPE_BATCH_RETURNS, {
    name: pipe.name,
    count: records.length,
    of: batch.length,
    source: pipe.source,
    inS: Math.max(0, Math.round((firstMs - ctx.now()) / 100) / 10),
    reason: `${problem.service}: ${problem.message}`,
  });
}
