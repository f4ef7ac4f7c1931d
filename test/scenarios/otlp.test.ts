// OpenTelemetry's own SDK, unmodified, with its exporters for both encodings: its spans and log records reach the emulator.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { XRay } from '@aws-sdk/client-xray';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const CLIENTS = fileURLToPath(new URL('clients/', import.meta.url));
const missing = existsSync(`${CLIENTS}node_modules/@opentelemetry/sdk-trace-node`) ? undefined : 'needs `npm ci` in test/scenarios/clients';
const load = createRequire(`${CLIENTS}package.json`);

describe.skipIf(isMissing('OpenTelemetry', missing))('OpenTelemetry', () => {
  let emulator: TestEmulator;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK is installed in a folder of its own, without its types
  let [api, resources]: any[] = [];
  beforeAll(async () => {
    emulator = await startTestEmulator();
    [api, resources] = [load('@opentelemetry/api'), load('@opentelemetry/resources')];
  });
  afterAll(() => emulator.stop());

  it.each(['proto', 'http'])('sends spans by its exporter otlp-%s', async (encoding) => {
    const { NodeTracerProvider, BatchSpanProcessor } = load('@opentelemetry/sdk-trace-node');
    const { OTLPTraceExporter } = load(`@opentelemetry/exporter-trace-otlp-${encoding}`);
    const exporter = new OTLPTraceExporter({ url: `${emulator.url}/v1/traces`, compression: 'gzip' });
    const provider = new NodeTracerProvider({
      resource: resources.resourceFromAttributes({ 'service.name': `shop-${encoding}` }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    const tracer = provider.getTracer('test');
    const server = tracer.startSpan('GET /orders', {
      kind: api.SpanKind.SERVER,
      attributes: { 'http.request.method': 'GET', 'url.full': 'http://shop/orders' },
    });
    const client = tracer.startSpan(
      'charge',
      { kind: api.SpanKind.CLIENT, attributes: { 'server.address': 'pay.example.com' } },
      api.trace.setSpan(api.context.active(), server),
    );
    client.recordException(new Error('no money'));
    client.setStatus({ code: api.SpanStatusCode.ERROR });
    client.end();
    server.end();
    await provider.shutdown();
    const xray = emulator.client(XRay);
    const id = server.spanContext().traceId as string;
    const { Traces = [] } = await xray.batchGetTraces({ TraceIds: [`1-${id.slice(0, 8)}-${id.slice(8)}`] });
    const documents = Traces[0]!.Segments!.map(({ Document }) => Document).join('\n');
    expect(documents).toContain(`"name":"shop-${encoding}"`);
    expect(documents).toContain('"message":"no money"');
    const [StartTime, EndTime] = [new Date(emulator.clock.now() - 600_000), new Date(emulator.clock.now() + 600_000)];
    const { Services = [] } = await xray.getServiceGraph({ StartTime, EndTime });
    expect(Services.map(({ Name }) => Name)).toEqual(expect.arrayContaining([`shop-${encoding}`, 'pay.example.com']));
  });

  it('sends log records', async () => {
    const logs = emulator.client(CloudWatchLogs);
    await logs.createLogGroup({ logGroupName: 'shop' });
    await logs.createLogStream({ logGroupName: 'shop', logStreamName: 'web' });
    const { LoggerProvider, BatchLogRecordProcessor } = load('@opentelemetry/sdk-logs');
    const { OTLPLogExporter } = load('@opentelemetry/exporter-logs-otlp-proto');
    const exporter = new OTLPLogExporter({
      url: `${emulator.url}/v1/logs`,
      headers: { 'x-aws-log-group': 'shop', 'x-aws-log-stream': 'web' },
    });
    const provider = new LoggerProvider({
      resource: resources.resourceFromAttributes({ 'service.name': 'shop' }),
      processors: [new BatchLogRecordProcessor({ exporter })],
    });
    provider.getLogger('test').emit({ severityText: 'WARN', severityNumber: 13, body: { order: 7 }, attributes: { tenant: 'ann' } });
    await provider.shutdown();
    const { events = [] } = await logs.filterLogEvents({ logGroupName: 'shop', filterPattern: '{ $.attributes.tenant = "ann" }' });
    expect(events.map(({ message }) => JSON.parse(message!))).toMatchObject([
      { resource: { attributes: { 'service.name': 'shop' } }, severityText: 'WARN', severityNumber: 13, body: { order: 7 } },
    ]);
  });
});
