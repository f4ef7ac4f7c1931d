// Streams the history of an execution as it grows, one event per line in the form of GetExecutionHistory, so that clients need not poll.
// It ends with the execution.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Route } from '#core/route';
import { parseStatesArn } from '#services/states/arns';
import { executionSignal } from '#services/states/running/run-turn';
import type { ExecutionRecord } from '#services/states/state';
import { findExecution } from './find-execution.ts';
import { eventsBetween } from './history.ts';

/** Interval of empty lines, which reveal that a client has gone. */
const EMPTY_LINE_MS = 30_000;
/** Events that are written together. */
const PORTION = 1000;

/** `execution` is the ARN, `after` the id of the last event that the client has. */
export const route: Route = ({ method, query }, ctx) => {
  if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
  const arn = query.get('execution') ?? '';
  const { account, region } = parseStatesArn(arn) ?? {};
  const here = ctx.in({ account, region });
  try {
    findExecution(arn, here);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { status: 404, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message: error.message }) };
  }
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: follow(arn, Number(query.get('after')) || 0, here) };
};

async function* follow(arn: string, after: number, ctx: Ctx): AsyncGenerator<Uint8Array> {
  for (let last = after; !ctx.signal.aborted; ) {
    const record = findExecution(arn, ctx);
    const { id, state } = record;
    if (state.events > last) {
      const to = Math.min(state.events, last + PORTION);
      yield Buffer.from(linesOf(record, [last + 1, to], ctx));
      last = to;
    } else if (state.status !== 'RUNNING') return;
    else if (!(await ctx.wait(executionSignal(id), ctx.now() + EMPTY_LINE_MS))) yield Buffer.from('\n');
  }
}

const linesOf = (record: ExecutionRecord, ids: readonly [number, number], ctx: Ctx): string =>
  eventsBetween(record, ids, true, ctx)
    .map((event) => `${JSON.stringify({ ...event, timestamp: event.timestamp.getTime() / 1000 })}\n`)
    .join('');
