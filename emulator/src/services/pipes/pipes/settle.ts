// Takes a pipe to the state that it is on its way to. Batches under way end first: the end of the last one comes back here.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { LogStart } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import type { Frozen, Tx } from '#core/records';
import type { Source } from '#core/source';
import { beginReading, forgetLanes, hasLanes } from '#polling/log/lanes';
import { forgetGathered, logPollersOf } from '#polling/log/log-poller';
import { giveBackGathered, pollersOf } from '#polling/poller';
import { pollerKey } from '#polling/pollers';
import { sourceContext } from '#polling/source-context';
import { pipeArn } from '#services/pipes/arns';
import { PIPE_FAILED } from '#services/pipes/messages';
import { type Pipe, type PipeState, pipes } from '#services/pipes/state';
import { whyRoleIsRefused } from './execution-role.ts';
import { isSettled } from './find-pipe.ts';
import { POLL, putPipe, removePipe } from './pipe-write.ts';
import { streamParameters } from './source-settings.ts';
import { sourceAddress } from './topic-source.ts';

const FAILED: Readonly<Partial<Record<PipeState, PipeState>>> = {
  CREATING: 'CREATE_FAILED',
  UPDATING: 'UPDATE_FAILED',
  STARTING: 'START_FAILED',
};
/** As pipes of users showed it: https://github.com/terraform-aws-modules/terraform-aws-eventbridge/pull/133 */
const REASON = 'Input parameter is invalid from the request due to : ';

export async function settle(name: string, ctx: Ctx): Promise<void> {
  const before = ctx.records(pipes).get([name]);
  if (!before || isSettled(before)) return;
  const address = sourceAddress(before);
  const source: PipeSource = { address, queue: await ctx.eventSource(address), log: await ctx.logSource(address) };
  const problem = FAILED[before.state] && (await problemOf(before, source, ctx));
  const pipe = ctx.records(pipes).get([name]);
  const poller = pollersOf(POLL, ctx).of(pollerKey(name, ctx));
  const logPoller = logPollersOf(POLL, ctx).of(pollerKey(name, ctx));
  if (!pipe || isSettled(pipe) || poller.running > 0 || logPoller.running > 0) return;
  if (source.queue) giveBackGathered(poller, pipe.source, source.queue, ctx);
  forgetGathered(POLL, name, logPoller, ctx);
  const isRunning = pipe.state !== 'DELETING' && problem === undefined && pipe.desiredState === 'RUNNING';
  if (pipe.readsFrom !== undefined && !(isRunning && pipe.readsFrom === address)) letGo(pipe.readsFrom, source, ctx);
  if (pipe.state === 'DELETING') return remove(name, ctx);
  if (problem !== undefined) return fail(pipe, problem, ctx);
  const readsFrom = isRunning && address !== pipe.source ? address : undefined;
  ctx.write((tx) => {
    putPipe(tx, { ...pipe, state: isRunning ? 'RUNNING' : 'STOPPED', stateReason: undefined, readsFrom }, ctx);
    if (isRunning) startPolling(tx, pipe, source, ctx);
    else stopPolling(tx, name, ctx);
  });
}

/** Nothing reads under the address any more. */
function letGo(address: string, { log }: PipeSource, ctx: Ctx): void {
  void ctx.track(log?.close?.(address, sourceContext(address, ctx)) ?? Promise.resolve());
}

function startOf(position: string | undefined, atMs: number | undefined): LogStart {
  if (atMs !== undefined) return { from: 'AT_TIMESTAMP', atMs };
  return { from: position === 'LATEST' ? 'LATEST' : 'TRIM_HORIZON' };
}

interface PipeSource {
  readonly address: string;
  readonly queue: Source | undefined;
  readonly log: LogSource | undefined;
}

/** A pipe that reads a stream for the first time begins where its parameters say; later it goes on where it was. */
function startPolling(tx: Tx, pipe: Frozen<Pipe>, { address: arn, queue, log }: PipeSource, ctx: Ctx): void {
  const { name } = pipe;
  const there = sourceContext(arn, ctx);
  const stream = streamParameters(pipe);
  if (log && stream && !hasLanes(POLL, name, ctx)) {
    const start = startOf(stream.StartingPosition, pipe.startsAtMs);
    beginReading(tx, { work: POLL, id: name, source: log, arn, count: stream.ParallelizationFactor }, start, ctx);
  }
  const signal = queue ? queue.signal(arn) : log?.facts(arn, there)?.signal;
  if (signal === undefined) stopPolling(tx, name, ctx);
  else ctx.watch(tx, POLL, [name], signal, there);
}

function stopPolling(tx: Tx, name: string, ctx: Ctx): void {
  ctx.unwatch(tx, POLL, [name]);
  ctx.unschedule(tx, POLL, [name]);
}

function remove(name: string, ctx: Ctx): void {
  ctx.write((tx) => {
    removePipe(tx, name, ctx);
    stopPolling(tx, name, ctx);
    forgetLanes(tx, POLL, name, ctx);
  });
  pollersOf(POLL, ctx).forget(pollerKey(name, ctx));
  logPollersOf(POLL, ctx).forget(pollerKey(name, ctx));
}

function fail(pipe: Frozen<Pipe>, problem: string, ctx: Ctx): void {
  const state = FAILED[pipe.state] ?? 'UPDATE_FAILED';
  const stateReason = `${REASON}${problem}`;
  ctx.write((tx) => {
    putPipe(tx, { ...pipe, state, stateReason, readsFrom: undefined }, ctx);
    stopPolling(tx, pipe.name, ctx);
  });
  ctx.report(PIPE_FAILED, { name: pipe.name, state, reason: stateReason }, { what: 'problem', resource: pipeArn(ctx, pipe.name) });
}

/** Why the pipe cannot run, undefined if it can. */
async function problemOf(pipe: Frozen<Pipe>, { address, queue, log }: PipeSource, ctx: Ctx): Promise<string | undefined> {
  const { name, source: arn, roleArn } = pipe;
  const refusal = await whyRoleIsRefused(roleArn, name, ctx);
  if (refusal !== undefined) return refusal;
  if (pipe.sourceParameters.ManagedStreamingKafkaParameters) return whyClusterIsMissing(arn, ctx);
  const there = sourceContext(address, ctx);
  if (queue?.facts(address, there) ?? log?.facts(address, there)) return whyReadingIsRefused(roleArn, { address, queue, log }, ctx);
  if (log) return `Stream not found: ${arn}`;
  return (
    'Error occurred while ReceiveMessage. SQS Error Code: AWS.SimpleQueueService.NonExistentQueue. ' +
    'SQS Error Message: The specified queue does not exist for this wsdl version.'
  );
}

/** The words for streams are ours. */
async function whyReadingIsRefused(role: string, { address, queue, log }: PipeSource, ctx: Ctx): Promise<string | undefined> {
  const refused = await ctx.firstRefused((queue ?? log)?.calls(address) ?? [], role);
  if (!refused) return undefined;
  const service = queue ? 'SQS' : `the stream ${address}`;
  return `The provided customer role does not have permissions to call ${refused.operation} on ${service}`;
}

async function whyClusterIsMissing(ClusterArn: string, ctx: Ctx): Promise<string | undefined> {
  try {
    await ctx.call('kafka', 'GetBootstrapBrokers', { ClusterArn }, { isPlumbing: true });
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return `Error when describing the cluster ${ClusterArn}: ${error.message}`;
    throw error;
  }
}
