// Pipes as consumers of their sources: a batch is one execution.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Consumer, Reader } from '#polling/consumer';
import { poll } from '#polling/poll';
import { PIPE_FILTERED } from '#services/pipes/messages';
import { isSettled } from '#services/pipes/pipes/find-pipe';
import { POLL, SETTLE } from '#services/pipes/pipes/pipe-write';
import { type Pipe, pipes } from '#services/pipes/state';
import { execute } from './execute.ts';

/** Executions of one pipe at once. The cloud goes up to 1,250; more than a few do not make one machine faster. */
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
    const dropped = (count: number) => ctx.log.write(PIPE_FILTERED, { name, count, source: pipe.source });
    return { sourceArn: pipe.source, batchSize: BatchSize, windowS: MaximumBatchingWindowInSeconds, filters: pipe.filters, dropped, pipe };
  },
  process: ({ pipe }, batch, source, ctx) => execute({ pipe, batch, source }, ctx),
};

export const pollPipe = (name: string, ctx: Ctx): Promise<void> => poll(CONSUMER, name, ctx);
