// Writes the logs of a request: the line of the access log, and the lines of the execution log where the stage wants them.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { writeAccessLog } from '#services/apigateway/calls/access-log';
import { type LogLine, putLogLines, streamNameOf } from '#services/apigateway/calls/put-log-lines';
import type { Stage } from '#services/apigateway/rest-state';
import { accessValues } from './access-values.ts';
import type { Exchange, RestAnswer } from './exchange.ts';
import { methodSettingOf } from './method-setting.ts';

/** After the answer was made: the client does not wait for its lines. */
export function writeLogs(exchange: Exchange, answer: RestAnswer, stage: Frozen<Stage>, ctx: Ctx): void {
  const facts = { logStreamName: streamNameOf(exchange.stage.apiId, stage.name), values: () => accessValues(exchange, answer, ctx) };
  writeAccessLog(stage.accessLogSettings ?? {}, facts, ctx);
  const lines = executionLines(exchange, stage);
  if (lines.length === 0) return;
  const group = `API-Gateway-Execution-Logs_${exchange.stage.apiId}/${stage.name}`;
  const there = ctx.detached();
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
