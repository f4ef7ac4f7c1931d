// `/v1/metrics`: says why metrics of OpenTelemetry are not taken. The cloud shows them to PromQL alone, never to GetMetricData.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/metrics-otel-overview.html
import { Fault } from '#core/fault';
import { otlpRoute } from '#core/otlp-route';

/** Limit: bytes of a request with metrics of OpenTelemetry, unpacked. */
const MAX_BYTES = 5 * 1024 * 1024;

export const route = otlpRoute({
  fields: {},
  maxBytes: MAX_BYTES,
  signingName: 'monitoring',
  take: () => {
    throw new Fault(
      'NotImplemented',
      'Metrics of OpenTelemetry are not kept, because PromQL, which alone reads them, is not emulated: set OTEL_METRICS_EXPORTER=none, or send metrics with PutMetricData or in the embedded metric format.',
      { status: 501 },
    );
  },
});
