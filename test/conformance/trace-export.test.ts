// The traces of requests as spans, sent to a collector of OpenTelemetry.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code: number; readonly message?: string };
}
interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

async function openCollector() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

it('sends the call, what followed from it, and why one failed, once each', async () => {
  await using collector = await openCollector();
  const emulator = await startTestEmulator({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` } });
  const [sns, sqs] = [emulator.client(SNS), emulator.client(SQS)];
  const { TopicArn } = await sns.createTopic({ Name: 'orders' });
  await sqs.createQueue({ QueueName: 'orders' });
  await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:000000000000:orders' });
  const { $metadata } = await sns.publish({ TopicArn, Message: 'hello' });
  await emulator.idle();
  await emulator.stop();
  const traceId = $metadata.requestId!.replaceAll('-', '');
  const published = collector.spans.filter((span) => span.traceId === traceId);
  const root = published.find(({ name }) => name === 'sns.Publish')!;
  expect(root).toMatchObject({ status: { code: 1 } });
  expect(root.parentSpanId).toBeUndefined();
  expect(published.length).toBeGreaterThan(1);
  const ids = published.map(({ spanId }) => spanId);
  for (const span of published.filter(({ spanId }) => spanId !== root.spanId)) expect(ids).toContain(span.parentSpanId);
  // The queue's policy does not let the topic in
  expect(published.find(({ name }) => name === 'sqs.SendMessage')).toMatchObject({
    status: { code: 2, message: expect.stringContaining('AccessDenied') },
  });
  expect(new Set(collector.spans.map((span) => `${span.traceId} ${span.spanId}`)).size).toBe(collector.spans.length);
});

it('says once that no collector is there, and refuses what is no address', async () => {
  const lines: string[] = [];
  const emulator = await startTestEmulator({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    log: ({ text }) => void lines.push(text),
  });
  await emulator.client(SQS).listQueues();
  await emulator.stop();
  expect(lines.filter((line) => line.includes('traces were not sent to http://127.0.0.1:9/v1/traces'))).toHaveLength(1);
  await expect(startTestEmulator({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' } })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
  });
});

it('sends itself nothing', async () => {
  const emulator = await startTestEmulator();
  const { port } = emulator;
  await emulator.stop();
  const own = await startTestEmulator({ port, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${port}` } });
  await own.client(SQS).listQueues();
  await own.stop();
});
