// The log of an import: a line for each line of the file, written with the job's role.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { ImportJob } from '#services/cognito-idp/import-state';
import type { Pool } from '#services/cognito-idp/state';
import type { Outcome } from './import-user.ts';

const WORDS = { imported: 'SUCCEEDED', skipped: 'SKIPPED', failed: 'FAILED' } as const;

export interface LoggedLine extends Outcome {
  /** The header is line 1. */
  readonly number: number;
}

async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
  }
}

/** A group that the role may not write to loses the lines, and the log says so. */
export async function logLines(lines: readonly LoggedLine[], job: Frozen<ImportJob>, pool: Frozen<Pool>, ctx: Ctx): Promise<void> {
  if (lines.length === 0) return;
  const logGroupName = `/aws/cognito/userpools/${pool.id}/${pool.name.replace(/[^\w./#-]/g, '_')}`;
  const stream = { logGroupName, logStreamName: `${job.id}/${job.name.replace(/[:*]/g, '_')}` };
  const options = { withRole: job.roleArn, isPlumbing: true };
  const logEvents = lines.map(({ kind, number, message }) => ({
    timestamp: ctx.now(),
    message: `[${WORDS[kind]}] Line Number ${number} - ${message}`,
  }));
  try {
    await unlessThere(ctx.call('logs', 'CreateLogGroup', { logGroupName }, options));
    await unlessThere(ctx.call('logs', 'CreateLogStream', stream, options));
    await ctx.call('logs', 'PutLogEvents', { ...stream, logEvents }, options);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message } = error;
    ctx.log.debug(() => `${job.id}: ${lines.length} lines are lost, because ${logGroupName} refuses them: ${message}`);
  }
}
