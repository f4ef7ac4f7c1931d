// Writes the logs of a request: the line of the access log, and the lines of the execution log where the stage wants them.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { putAccessLine } from '#services/apigateway/integrate/put-access-line';
import { API_ACCESS_LOG_FAILED } from '#services/apigateway/messages';
import type { Stage } from '#services/apigateway/v1/state';
import { accessLine } from './access-line.ts';
import type { Exchange } from './exchange.ts';
import { methodSettingOf } from './method-setting.ts';

const PLUMBING = { isPlumbing: true } as const;

interface LogLine {
  readonly timestamp: number;
  readonly message: string;
}

/** After the answer was made: the client does not wait for its lines. */
export function writeLogs(exchange: Exchange, stage: Frozen<Stage>, ctx: Ctx): void {
  const { destinationArn = '', format } = stage.accessLogSettings ?? {};
  const there = ctx.detached();
  if (destinationArn && format) {
    const line = { destinationArn, logStreamName: streamOf(exchange.stage.apiId, stage.name), line: accessLine(format, exchange, ctx) };
    void there.track(putAccessLine(line, there));
  }
  const lines = executionLines(exchange, stage);
  if (lines.length === 0) return;
  const own = `API-Gateway-Execution-Logs_${exchange.stage.apiId}/${stage.name}`;
  void there.track(write({ group: own, stream: streamOf(exchange.requestId), lines }, there));
}

/** `INFO`: all lines, of which only those of bodies need data traces; `ERROR`: those of requests that failed. */
function executionLines(exchange: Exchange, stage: Frozen<Stage>): readonly LogLine[] {
  const setting = exchange.matched && methodSettingOf(stage.methodSettings, exchange.matched.resourcePath, exchange.request.method);
  const level = setting?.loggingLevel;
  const hasFailed = exchange.failed !== undefined;
  if (level !== 'INFO' && !(level === 'ERROR' && hasFailed)) return [];
  return exchange.log.lines
    .filter(({ isData }) => !isData || setting?.dataTraceEnabled === true)
    .map(({ atMs, text }) => ({ timestamp: atMs, message: text }));
}

const streamOf = (...parts: readonly string[]): string => createHash('md5').update(parts.join('/')).digest('hex');

interface Entries {
  /** Made by the gateway where it is missing. */
  readonly group: string;
  readonly stream: string;
  readonly lines: readonly LogLine[];
}

async function write({ group, stream, lines }: Entries, ctx: Ctx): Promise<void> {
  const names = { logGroupName: group, logStreamName: stream };
  const put = () => ctx.call('logs', 'PutLogEvents', { ...names, logEvents: lines }, PLUMBING);
  try {
    await put().catch(async (error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'ResourceNotFoundException') throw error;
      await ignoringKnown(ctx.call('logs', 'CreateLogGroup', { logGroupName: group }, PLUMBING));
      await ignoringKnown(ctx.call('logs', 'CreateLogStream', names, PLUMBING));
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
