// Counts the requests to an HTTP API (namespace AWS/ApiGateway), for the API and for its stage.
import type { Exchange } from './exchange.ts';

export function countRequest({ api, stage, startedMs, ctx }: Exchange, status: number): void {
  const { metrics } = ctx;
  for (const meter of [
    metrics.meter('AWS/ApiGateway', 'ApiId', api.id),
    metrics.meter('AWS/ApiGateway', 'ApiId', api.id, 'Stage', stage.name),
  ]) {
    meter.add('Count');
    meter.add('4xx', status >= 400 && status < 500 ? 1 : 0);
    meter.add('5xx', status >= 500 ? 1 : 0);
    meter.add('Latency', ctx.now() - startedMs, 'Milliseconds');
  }
}
