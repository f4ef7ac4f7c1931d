// Counts the requests to an API (namespace AWS/ApiGateway), for the API and for its stage.
import type { Ctx } from '#core/ctx';

export interface CountedRequest {
  /** `ApiName` and the name of a REST API, `ApiId` and the id of an HTTP API. */
  readonly api: readonly [dimension: string, value: string];
  readonly stage: string;
  /** The metrics of client and server errors. */
  readonly errors: readonly [client: string, server: string];
  readonly status: number;
  readonly latencyMs: number;
  readonly integrationMs?: number | undefined;
}

export function countRequest({ api, stage, errors, status, latencyMs, integrationMs }: CountedRequest, { metrics }: Ctx): void {
  for (const meter of [metrics.meter('AWS/ApiGateway', ...api), metrics.meter('AWS/ApiGateway', ...api, 'Stage', stage)]) {
    meter.add('Count');
    meter.add(errors[0], status >= 400 && status < 500 ? 1 : 0);
    meter.add(errors[1], status >= 500 ? 1 : 0);
    meter.add('Latency', latencyMs, 'Milliseconds');
    if (integrationMs !== undefined) meter.add('IntegrationLatency', integrationMs, 'Milliseconds');
  }
}
