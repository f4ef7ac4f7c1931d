// Pipes of queues as consumers: a batch is one execution, and the records that did not fail leave the queue in one write.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import { recordsName } from '#core/traces/records-name';
import { type BatchTrace, batchTrace } from '#polling/batch-trace';
import type { Consumer, Reader } from '#polling/consumer';
import { poll } from '#polling/poll';
import type { GatheredRecord } from '#polling/poller';
import { sourceContext } from '#polling/source-context';
import { pipeArn } from '#services/pipes/arns';
import { PIPE_BATCH_RETURNS, PIPE_FILTERED, PIPE_SOURCE_REFUSED } from '#services/pipes/messages';
import { isSettled } from '#services/pipes/pipes/find-pipe';
import { POLL, SETTLE } from '#services/pipes/pipes/pipe-write';
import { type Pipe, pipes } from '#services/pipes/state';
import { reasonOf } from '#services/pipes/targets/problem';
import { execute } from './execute.ts';
import type { Failure } from './execution.ts';
import { pollStreamPipe } from './poll-stream-pipe.ts';

/** Limit: executions of one pipe at once. The cloud goes up to 1,250; more than a few do not make one machine faster. */
const MAX_AT_ONCE = 10;

interface PipeReader extends Reader {
  readonly pipe: Frozen<Pipe>;
}

const CONSUMER: Consumer<PipeReader> = {
  work: POLL,
  sourceArn: (name, ctx) => ctx.records(pipes).get([name])?.source,
  isReading: (name, ctx) => ctx.records(pipes).get([name])?.state === 'RUNNING',
  reader: (name, _source, poller, ctx) => {
    const pipe = ctx.records(pipes).get([name]);
    if (!pipe) return undefined;
    // The last batch of a pipe on its way to another state has ended.
    if (!isSettled(pipe) && poller.running === 0) ctx.write((tx) => ctx.later(tx, SETTLE, [name], ctx.now()));
    if (pipe.state !== 'RUNNING' || poller.running >= MAX_AT_ONCE) return undefined;
    const { BatchSize = 1, MaximumBatchingWindowInSeconds = 0 } = pipe.sourceParameters.SqsQueueParameters ?? {};
    const dropped = (records: readonly unknown[]) => ctx.log.write(PIPE_FILTERED, { name, count: records.length, source: pipe.source });
    const role = pipe.roleArn;
    return {
      sourceArn: pipe.source,
      role,
      batchSize: BatchSize,
      windowS: MaximumBatchingWindowInSeconds,
      filters: pipe.filters,
      dropped,
      pipe,
    };
  },
  hindered: ({ pipe: { name, source } }, { text, remedy }, ctx) =>
    ctx.report(
      PIPE_SOURCE_REFUSED,
      { name, source, problem: text },
      { what: 'problem', resource: pipeArn(ctx, name), target: source, remedy },
    ),
  process: ({ pipe }, batch, source, ctx) => {
    const trace = batchTrace(
      batch.map(({ record }) => record),
      ctx,
    );
    return execute({ pipe, batch }, (failure, startedMs) => settleBatch({ pipe, batch, startedMs }, source, failure, trace), trace);
  },
};

interface EndedBatch {
  readonly pipe: Frozen<Pipe>;
  readonly batch: readonly GatheredRecord[];
  readonly startedMs: number;
}

function settleBatch(
  { pipe: { name, source: arn }, batch, startedMs }: EndedBatch,
  source: Source,
  failure: Failure | undefined,
  { ctx, sentBy }: BatchTrace,
): void {
  const failed = new Set<unknown>(failure?.records);
  const done = batch.filter((each) => !failed.has(each)).map(({ record }) => record);
  const receipts = done.map(({ receipt }) => receipt);
  if (done.length > 0) source.acknowledge(arn, receipts, sourceContext(arn, ctx));
  for (const { id, trace = ctx.trace.id } of done)
    ctx.reportRecovery({ attempt: id, text: `pipe ${name} processed message ${id}`, resource: arn, trace });
  if (!failure) return;
  const left = batch.filter((each) => failed.has(each)).map(({ record }) => record);
  const firstMs = Math.min(...left.map(({ returnsMs }) => returnsMs));
  const { problem, records } = failure;
  const inS = Math.max(0, Math.round((firstMs - ctx.now()) / 100) / 10);
  const run = { what: 'batch', resource: pipeArn(ctx, name), name: recordsName(batch.length), startedMs } as const;
  const attempts = left.map(({ id }) => id);
  const facts = { name, count: records.length, of: batch.length, source: arn, inS, reason: reasonOf(problem) };
  ctx.report(PIPE_BATCH_RETURNS, facts, { ...run, target: arn, sentBy, attempts });
}

export const pollPipe = (name: string, ctx: Ctx): Promise<void> =>
  ctx.records(pipes).get([name])?.sourceParameters.SqsQueueParameters ? poll(CONSUMER, name, ctx) : pollStreamPipe(name, ctx);
