// Counts executions of a machine (namespace AWS/States).
import type { Ctx } from '#core/ctx';
import { machineArn } from '#services/states/arns';
import type { ExecutionRecord } from '#services/states/state';

const ENDED = new Map([
  ['SUCCEEDED', 'ExecutionsSucceeded'],
  ['FAILED', 'ExecutionsFailed'],
  ['TIMED_OUT', 'ExecutionsTimedOut'],
  ['ABORTED', 'ExecutionsAborted'],
]);

export function countExecution({ machine, state, startMs, stopMs }: ExecutionRecord, hasBegun: boolean, ctx: Ctx): void {
  const ended = ENDED.get(state.status);
  if (!hasBegun && ended === undefined) return;
  const meter = ctx.metrics.meter('AWS/States', 'StateMachineArn', machineArn(machine, ctx));
  if (hasBegun) meter.add('ExecutionsStarted');
  if (ended === undefined) return;
  meter.add(ended);
  meter.add('ExecutionTime', (stopMs ?? startMs) - startMs, 'Milliseconds');
}
