// The values of a request's variables in an access log that are known only once it is answered.
import type { RouteResponse } from '#core/route';
import { writeAccessLog } from '#services/apigateway/calls/access-log';
import { contextValue } from './context-values.ts';
import type { Exchange } from './exchange.ts';

export function writeLog(exchange: Exchange, { status, body = '' }: RouteResponse): void {
  const { api, stage, ctx, startedMs, notes } = exchange;
  const { DestinationArn: destinationArn, Format: format } = stage.accessLogs ?? {};
  notes.set('status', String(status));
  if (typeof body === 'string' || body instanceof Uint8Array) notes.set('responseLength', String(Buffer.byteLength(body)));
  notes.set('responseLatency', String(ctx.now() - startedMs));
  const logStreamName = `${api.id}/${stage.name}`.replace(/[:*]/g, '_');
  writeAccessLog({ destinationArn, format }, { logStreamName, values: () => (name) => contextValue(name, exchange) }, ctx);
}
