// Access logs: one line per request, in the format of the stage, written to its log group or delivery stream.
import type { RouteResponse } from '#core/route';
import { putAccessLine } from '#services/apigateway/calls/put-access-line';
import { contextValue } from './context-values.ts';
import type { Exchange } from './exchange.ts';

const VARIABLE = /\$context\.([A-Za-z0-9_.-]*[A-Za-z0-9_-])/g;
const NOTHING = '-';

/** After the answer was made: the client does not wait for its line. */
export function writeAccessLog(exchange: Exchange, answer: RouteResponse): void {
  const { DestinationArn: arn, Format: format } = exchange.stage.accessLogs ?? {};
  if (!arn || !format) return;
  const { body = '' } = answer;
  exchange.notes.set('status', String(answer.status));
  exchange.notes.set('responseLength', typeof body === 'string' || body instanceof Uint8Array ? String(Buffer.byteLength(body)) : NOTHING);
  exchange.notes.set('responseLatency', String(exchange.ctx.now() - exchange.startedMs));
  const line = format.replace(VARIABLE, (_, name: string) => contextValue(name, exchange) ?? NOTHING);
  const ctx = exchange.ctx.detached();
  const logStreamName = `${exchange.api.id}/${exchange.stage.name}`.replace(/[:*]/g, '_');
  void ctx.track(putAccessLine({ destinationArn: arn, logStreamName, line }, ctx));
}
