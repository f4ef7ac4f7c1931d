// Access logs: one line per request, in the format of the stage, written to its log group.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { RouteResponse } from '#core/route';
import { API_ACCESS_LOG_FAILED } from '#services/apigateway/messages';
import { contextValue } from './context-values.ts';
import type { Exchange } from './exchange.ts';

const VARIABLE = /\$context\.([A-Za-z0-9_.-]*[A-Za-z0-9_-])/g;
const LOG_GROUP = /^arn:[^:]+:logs:([^:]+):(\d+):log-group:([^:]+)/;
const NOTHING = '-';
const PLUMBING = { isPlumbing: true } as const;

/** After the answer was made: the client does not wait for its line. */
export function writeAccessLog(exchange: Exchange, answer: RouteResponse): void {
  const { DestinationArn: arn, Format: format } = exchange.stage.accessLogs ?? {};
  const [, , , group] = LOG_GROUP.exec(arn ?? '') ?? [];
  if (group === undefined || !format) return;
  const { body = '' } = answer;
  exchange.notes.set('status', String(answer.status));
  exchange.notes.set('responseLength', typeof body === 'string' || body instanceof Uint8Array ? String(Buffer.byteLength(body)) : NOTHING);
  exchange.notes.set('responseLatency', String(exchange.ctx.now() - exchange.startedMs));
  const line = format.replace(VARIABLE, (_, name: string) => contextValue(name, exchange) ?? NOTHING);
  const ctx = exchange.ctx.detached();
  void ctx.track(write(group, `${exchange.api.id}/${exchange.stage.name}`, line, ctx));
}

async function write(logGroupName: string, stream: string, message: string, ctx: Ctx): Promise<void> {
  const logStreamName = stream.replace(/[:*]/g, '_');
  const put = { logGroupName, logStreamName, logEvents: [{ timestamp: ctx.now(), message }] };
  try {
    try {
      await ctx.call('logs', 'PutLogEvents', put, PLUMBING);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'ResourceNotFoundException') throw error;
      await ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, PLUMBING);
      await ctx.call('logs', 'PutLogEvents', put, PLUMBING);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    ctx.log.write(API_ACCESS_LOG_FAILED, { group: logGroupName, reason: error.message });
  }
}
