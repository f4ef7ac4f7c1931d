// Writes the events of executions into the log group that their machine names. The form of the lines is recorded: all numbers are texts.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { executionArn } from '#services/states/arns';
import type { HistoryEvent } from '#services/states/language/interpreter/commands';
import { eventRows, executions, type KeptEvent, type LoggingConfiguration, machines } from '#services/states/state';
import { showDetails } from './show-event.ts';

export interface LoggedExecution {
  readonly arn: string;
  readonly machine: string;
  /** Unique; part of the name of its log stream. */
  readonly id: string;
  readonly startMs: number;
  readonly inputText: string;
  readonly roleArn: string;
  readonly redriveCount: number;
}

const ERRORS = /^FailStateEntered$|(?:Failed|Aborted|TimedOut)$/;
const FATAL: ReadonlySet<string> = new Set(['ExecutionFailed', 'ExecutionAborted', 'ExecutionTimedOut']);

export function isLogged(type: string, level: LoggingConfiguration['level']): boolean {
  if (level === 'ALL') return true;
  // An evaluation that failed is not in the service's list of errors.
  if (level === 'ERROR') return ERRORS.test(type) && type !== 'EvaluationFailed';
  return level === 'FATAL' && FATAL.has(type);
}

/** Work `states.log`: writes the events of one turn. */
export async function logTurn([machine, name, id, firstId]: readonly [string, string, string, number], ctx: Ctx): Promise<void> {
  const record = ctx.records(executions).get([machine, name]);
  const settings = ctx.records(machines).get([machine]);
  const row = ctx.records(eventRows).get([id, firstId]);
  if (record?.id !== id || !settings || !row) return;
  const { startMs, inputText, redriveCount } = record;
  const execution = { arn: executionArn(machine, name, ctx), machine, id, startMs, inputText, redriveCount, roleArn: settings.roleArn };
  const events = row.events.map((event, index) => ({ ...(event as KeptEvent), id: firstId + index, atMs: row.atMs }));
  await logEvents(events, execution, settings.logging, ctx);
}

/** A group that cannot be written to loses the lines, and the log says so. */
export async function logEvents(
  events: readonly HistoryEvent[],
  execution: LoggedExecution,
  logging: LoggingConfiguration,
  ctx: Ctx,
): Promise<void> {
  const group = /^log-group:([^:]+)/.exec(parseArn(logging.logGroupArn ?? '')?.resource ?? '')?.[1];
  const logged = events.filter(({ type }) => isLogged(type, logging.level));
  if (group === undefined || logged.length === 0) return;
  const minute = new Date(execution.startMs).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  const stream = { logGroupName: group, logStreamName: `states/${execution.machine}/${minute}/${execution.id.slice(-8)}` };
  const logEvents = logged.map((event) => ({ timestamp: event.atMs, message: lineOf(event, execution, logging.includeExecutionData) }));
  const options = { withRole: execution.roleArn, isPlumbing: true };
  try {
    await ctx.call('logs', 'CreateLogStream', stream, options).catch((error: unknown) => {
      if (!(error instanceof Fault && error.code === 'ResourceAlreadyExistsException')) throw error;
    });
    await ctx.call('logs', 'PutLogEvents', { ...stream, logEvents }, options);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message } = error;
    ctx.log.debug(() => `${execution.arn}: ${logged.length} lines are lost, because ${group} refuses them: ${message}`);
  }
}

function lineOf({ id, previous, atMs, type, details }: HistoryEvent, execution: LoggedExecution, withData: boolean): string {
  const { inputText, roleArn } = execution;
  return JSON.stringify({
    ...{ id: String(id), type, details: showDetails({ type, previous, details }, { inputText, roleArn, withData }) },
    ...{ previous_event_id: String(previous), event_timestamp: String(atMs) },
    ...{ execution_arn: execution.arn, redrive_count: String(execution.redriveCount) },
  });
}
