// Pipes of streams as readers of logs: a batch is one execution. Records that fail for good are told to the pipe's dead-letter queue.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-dynamodb.html
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { recordsName } from '#core/traces/records-name';
import { type BatchTrace, logAttempts, logTrace } from '#polling/batch-trace';
import type { BatchResult, LogBatch, LogConsumer, LogReader, LostBatch } from '#polling/log/log-consumer';
import { pollLog } from '#polling/log/poll-log';
import { pipeArn } from '#services/pipes/arns';
import { PIPE_BATCH_RETURNS, PIPE_FILTERED, PIPE_RECORDS_LOST, PIPE_SOURCE_REFUSED } from '#services/pipes/messages';
import { isSettled } from '#services/pipes/pipes/find-pipe';
import { POLL, SETTLE } from '#services/pipes/pipes/pipe-write';
import { streamParameters } from '#services/pipes/pipes/source-settings';
import { type Pipe, pipes } from '#services/pipes/state';
import { reasonOf } from '#services/pipes/targets/problem';
import { execute } from './execute.ts';
import type { Failure } from './execution.ts';

interface StreamPipeReader extends LogReader {
  readonly pipe: Frozen<Pipe>;
}

const TOO_MANY_REQUESTS = 429;
/** Retries of deliveries to the dead-letter queue. The service does not publish how long it tries. */
const RETRY = { maxRetries: 100, maxAgeMs: 21_600_000 };

const orForever = (limit: number): number => (limit < 0 ? Number.POSITIVE_INFINITY : limit);

const CONSUMER: LogConsumer<StreamPipeReader> = {
  work: POLL,
  sourceArn: (name, ctx) => {
    const pipe = ctx.records(pipes).get([name]);
    return pipe && (pipe.readsFrom ?? pipe.source);
  },
  reader: (name, poller, ctx) => {
    const pipe = ctx.records(pipes).get([name]);
    const stream = pipe && streamParameters(pipe);
    if (!stream) return undefined;
    // The last batch of a pipe on its way to another state has ended.
    if (!isSettled(pipe) && poller.running === 0) ctx.write((tx) => ctx.later(tx, SETTLE, [name], ctx.now()));
    if (pipe.state !== 'RUNNING') return undefined;
    return {
      pipe,
      sourceArn: pipe.readsFrom ?? pipe.source,
      reading: { roleArn: pipe.roleArn, isFlat: true },
      batchSize: stream.BatchSize,
      windowS: stream.MaximumBatchingWindowInSeconds,
      filters: pipe.filters,
      dropped: (records) => ctx.log.write(PIPE_FILTERED, { name, count: records.length, source: pipe.source }),
      lanes: stream.ParallelizationFactor,
      maxRetries: orForever(stream.MaximumRetryAttempts),
      maxAgeMs: orForever(stream.MaximumRecordAgeInSeconds) * 1000,
      bisects: stream.OnPartialBatchItemFailure === 'AUTOMATIC_BISECT',
      tumblingS: 0,
    };
  },
  hindered: ({ pipe: { name, source } }, problem, ctx) =>
    ctx.report(PIPE_SOURCE_REFUSED, { name, source, problem }, { what: 'problem', resource: pipeArn(ctx, name), target: source }),
  process: ({ pipe, bisects }, batch, ctx) => processBatch(pipe, batch, bisects, logTrace(pipe.name, batch.records, ctx)),
  retried: ({ pipe: { name, source } }, { records }, { reason }, inS, work) => {
    const { ctx, sentBy } = logTrace(name, records, work);
    const count = records.length;
    const run = { what: 'batch', resource: pipeArn(ctx, name), name: recordsName(count) } as const;
    const attempts = logAttempts(source, records);
    ctx.report(PIPE_BATCH_RETURNS, { name, count, of: count, source, inS, reason }, { ...run, target: source, sentBy, attempts });
  },
  lost: (tx, { pipe }, lost, ctx) => deliverLost(tx, pipe, lost, ctx),
};

async function processBatch(pipe: Frozen<Pipe>, { records }: LogBatch, bisects: boolean, trace: BatchTrace): Promise<BatchResult> {
  const batch = records.map(({ eventId, text }) => ({ record: { id: eventId }, text }));
  let failure: Failure | undefined;
  await execute({ pipe, batch }, (found) => void (failure = found), trace);
  if (!failure) {
    const text = `pipe ${pipe.name} processed the records`;
    for (const attempt of logAttempts(pipe.source, records)) trace.ctx.reportRecovery({ attempt, text, resource: pipe.source });
    return {};
  }
  const { problem } = failure;
  const failed = new Set(failure.records);
  // Batches of topics are tried again whole: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-msk.html
  const isWhole = failed.size === batch.length || pipe.readsFrom !== undefined;
  const from = isWhole || bisects ? undefined : batch.findIndex((record) => failed.has(record));
  return { failure: { from, isRefused: problem.status === TOO_MANY_REQUESTS, reason: reasonOf(problem) } };
}

/** In the form that users show: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-error-troubleshooting.html */
function deliverLost(tx: Tx, pipe: Frozen<Pipe>, { condition, records, info }: LostBatch, ctx: Ctx): void {
  const { name, source, roleArn } = pipe;
  const targetArn = streamParameters(pipe)?.DeadLetterConfig?.Arn;
  const facts = { name, source, count: records.length, condition, to: targetArn };
  const { ctx: traced, sentBy } = logTrace(name, records, ctx);
  const attempts = logAttempts(source, records);
  tx.after(() =>
    traced.report(PIPE_RECORDS_LOST, facts, { what: 'problem', resource: pipeArn(ctx, name), target: targetArn, sentBy, attempts }),
  );
  if (targetArn === undefined) return;
  const resourceArn = pipeArn(ctx, name);
  const payload = {
    context: { partnerResourceArn: resourceArn, condition },
    version: '1.0',
    timestamp: new Date(ctx.now()).toISOString(),
    ...info,
  };
  const to = { targetArn, as: { role: roleArn }, retry: RETRY, about: { service: 'pipes', resource: `pipe ${name}`, resourceArn } };
  ctx.deliver(tx, [{ to, payload: JSON.stringify(payload) }]);
}

export const pollStreamPipe = (name: string, ctx: Ctx): Promise<void> => pollLog(CONSUMER, name, ctx);
