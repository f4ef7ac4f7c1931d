// Counts the requests to a REST API (namespace AWS/ApiGateway), for the API and for its stage.
import type { Ctx } from '#core/ctx';
import { apis } from '#services/apigateway/rest-state';
import type { Exchange } from './exchange.ts';

export function countRequest({ stage, startedMs, integrationMs }: Exchange, status: number, ctx: Ctx): void {
  const api = ctx.records(apis).get([stage.apiId])?.name;
  if (api === undefined) return;
  const { metrics } = ctx;
  for (const meter of [
    metrics.meter('AWS/ApiGateway', 'ApiName', api),
    metrics.meter('AWS/ApiGateway', 'ApiName', api, 'Stage', stage.stage),
  ]) {
    meter.add('Count');
    meter.add('4XXError', status >= 400 && status < 500 ? 1 : 0);
    meter.add('5XXError', status >= 500 ? 1 : 0);
    meter.add('Latency', ctx.now() - startedMs, 'Milliseconds');
    if (integrationMs !== undefined) meter.add('IntegrationLatency', integrationMs, 'Milliseconds');
  }
}
