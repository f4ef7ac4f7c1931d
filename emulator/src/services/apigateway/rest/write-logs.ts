// Writes the logs of a request: the line of the access log, and the lines of the execution log where the stage wants them.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { putAccessLine } from '#services/apigateway/calls/put-access-line';
import { type LogLine, putLogLines, streamNameOf } from '#services/apigateway/calls/put-log-lines';
import type { Stage } from '#services/apigateway/rest-state';
import { accessLine } from './access-line.ts';
import type { Exchange } from './exchange.ts';
import { methodSettingOf } from './method-setting.ts';

/** After the answer was made: the client does not wait for its lines. */
export function writeLogs(exchange: Exchange, stage: Frozen<Stage>, ctx: Ctx): void {
  const { destinationArn = '', format } = stage.accessLogSettings ?? {};
  const there = ctx.detached();
  if (destinationArn && format) {
    const logStreamName = streamNameOf(exchange.stage.apiId, stage.name);
    void there.track(putAccessLine({ destinationArn, logStreamName, line: accessLine(format, exchange, ctx) }, there));
  }
  const lines = executionLines(exchange, stage);
  if (lines.length === 0) return;
  const group = `API-Gateway-Execution-Logs_${exchange.stage.apiId}/${stage.name}`;
  void there.track(putLogLines({ group, stream: streamNameOf(exchange.requestId), lines }, there));
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
