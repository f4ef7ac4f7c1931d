// Writes lines of an execution log to the log group of a stage, which the gateway makes where it is missing.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { API_ACCESS_LOG_FAILED } from '#services/apigateway/messages';
import { asLogger } from './logging-role.ts';

export interface LogLine {
  /** Milliseconds. */
  readonly timestamp: number;
  readonly message: string;
}

export interface LogEntries {
  readonly group: string;
  readonly stream: string;
  readonly lines: readonly LogLine[];
}

/** The name of a log stream: 32 hexadecimal digits, as in the cloud. */
export const streamNameOf = (...parts: readonly string[]): string => createHash('md5').update(parts.join('/')).digest('hex');

/** Where they cannot be written, the log of the emulator says so. */
export async function putLogLines({ group, stream, lines }: LogEntries, ctx: Ctx): Promise<void> {
  const names = { logGroupName: group, logStreamName: stream };
  const put = () => ctx.call('logs', 'PutLogEvents', { ...names, logEvents: lines }, asLogger(ctx));
  try {
    await put().catch(async (error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'ResourceNotFoundException') throw error;
      await ignoringKnown(ctx.call('logs', 'CreateLogGroup', { logGroupName: group }, asLogger(ctx)));
      await ignoringKnown(ctx.call('logs', 'CreateLogStream', names, asLogger(ctx)));
      await put();
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    ctx.log.write(API_ACCESS_LOG_FAILED, { destination: group, reason: error.message });
  }
}

/** Another request may have made it in the meantime. */
async function ignoringKnown(made: Promise<unknown>): Promise<void> {
  await made.catch((error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
  });
}
