// Counts the requests to an API (namespace AWS/ApiGateway), for the API, for its stage and, where that is asked for, for the method.
import type { Ctx } from '#core/ctx';

export interface CountedRequest {
  /** `ApiName` and the name of a REST API, `ApiId` and the id of an HTTP API. */
  readonly api: readonly [dimension: string, value: string];
  readonly stage: string;
  /** The method and the path of the resource, where the stage asks for metrics of each method. */
  readonly method?: readonly [method: string, resource: string] | undefined;
  /** The metrics of client and server errors. */
  readonly errors: readonly [client: string, server: string];
  readonly status: number;
  readonly latencyMs: number;
  readonly integrationMs?: number | undefined;
}

export function countRequest({ api, stage, method, errors, status, latencyMs, integrationMs }: CountedRequest, { metrics }: Ctx): void {
  const meters = [metrics.meter('AWS/ApiGateway', ...api), metrics.meter('AWS/ApiGateway', ...api, 'Stage', stage)];
  if (method) meters.push(metrics.meter('AWS/ApiGateway', ...api, 'Method', method[0], 'Resource', method[1], 'Stage', stage));
  for (const meter of meters) {
    meter.add('Count');
    meter.add(errors[0], status >= 400 && status < 500 ? 1 : 0);
    meter.add(errors[1], status >= 500 ? 1 : 0);
    meter.add('Latency', latencyMs, 'Milliseconds');
    if (integrationMs !== undefined) meter.add('IntegrationLatency', integrationMs, 'Milliseconds');
  }
}
