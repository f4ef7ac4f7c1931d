// Spans of OpenTelemetry over HTTP. Limits: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-OTLPEndpoint.html
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { useXray, xray } from './use-xray.ts';

const emulator = useXray();
const TRACE = '6750f5e1bd862e3fe1be46a994272793';
const ID = `1-${TRACE.slice(0, 8)}-${TRACE.slice(8)}`;

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const whole = (key: string, intValue: number) => ({ key, value: { intValue } });
const nano = (ms: number): string => `${Math.floor(ms)}000000`;
const span = (members: object) => ({
  ...{ traceId: TRACE, spanId: '00000000000000aa', name: 'GET /orders', kind: 2 },
  ...{ startTimeUnixNano: nano(emulator().clock.now()), endTimeUnixNano: nano(emulator().clock.now() + 250) },
  ...members,
});
const request = (...spans: object[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'shop'), text('telemetry.sdk.language', 'nodejs'), text('cloud.platform', 'aws_ecs')] },
      scopeSpans: [{ scope: { name: 'http' }, spans }],
    },
  ],
});
const signed = (region = 'us-east-1') => ({
  authorization: `AWS4-HMAC-SHA256 Credential=111122223333/20260101/${region}/xray/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
});

async function send(body: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await fetch(`${emulator().url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body as Uint8Array<ArrayBuffer>,
  });
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
}

it('keeps servers as segments and what they do as subsegments', async () => {
  const failed = span({
    ...{
      spanId: '00000000000000bb',
      parentSpanId: '00000000000000aa',
      name: 'DynamoDB.PutItem',
      kind: 3,
      status: { code: 2, message: 'no' },
    },
    attributes: [
      text('rpc.system', 'aws-api'),
      text('rpc.service', 'DynamoDB'),
      text('rpc.method', 'PutItem'),
      text('aws.table_name', 'orders'),
    ],
    events: [
      {
        name: 'exception',
        attributes: [
          text('exception.type', 'Error'),
          text('exception.message', 'no table'),
          text('exception.stacktrace', 'Error: no table\n    at put (/var/task/index.js:12:7)\n    at async /var/task/run.js:3:1'),
        ],
      },
    ],
  });
  const served = span({
    attributes: [
      ...[text('http.request.method', 'GET'), text('url.full', 'http://shop/orders?a=1'), whole('http.response.status_code', 503)],
      ...[text('tenant', 'ann'), text('aws.xray.annotations', '')],
      { key: 'aws.xray.annotations', value: { arrayValue: { values: [{ stringValue: 'tenant' }] } } },
    ],
  });
  expect(await send(JSON.stringify(request(served, failed)))).toEqual({ status: 200, type: 'application/json', body: '{}' });
  const { Traces = [] } = await xray.batchGetTraces({ TraceIds: [ID] });
  const documents = Traces[0]!.Segments!.map(({ Document }) => JSON.parse(Document!));
  const shop = documents.find(({ name }) => name === 'shop');
  expect(shop).toMatchObject({
    ...{ id: '00000000000000aa', trace_id: ID, origin: 'AWS::ECS::Container', fault: true, annotations: { tenant: 'ann' } },
    http: { request: { method: 'GET', url: 'http://shop/orders?a=1' }, response: { status: 503 } },
    metadata: { default: { 'otel.resource.service.name': 'shop' } },
    aws: { xray: { sdk: 'opentelemetry for nodejs' } },
  });
  expect(shop.end_time - shop.start_time).toBeCloseTo(0.25, 3);
  expect(JSON.stringify(documents)).toContain('"namespace":"aws"');
  const put = documents.find(({ id }) => id === '00000000000000bb') ?? shop.subsegments[0];
  expect(put).toMatchObject({
    ...{ name: 'DynamoDB', namespace: 'aws', fault: true, aws: { operation: 'PutItem', table_name: 'orders' } },
    cause: {
      exceptions: [
        {
          ...{ type: 'Error', message: 'no table', remote: true },
          stack: [
            { label: 'put', path: '/var/task/index.js', line: 12 },
            { path: 'async /var/task/run.js', line: 3 },
          ],
        },
      ],
    },
  });
});

it('takes what is good of a request, and tells the rest', async () => {
  const old = span({ spanId: '00000000000000cc', startTimeUnixNano: nano(emulator().clock.now() - 15 * 86_400_000) });
  const { status, body } = await send(JSON.stringify(request(span({ traceId: '00' }), old, span({ spanId: '00000000000000dd' }))));
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { partialSuccess: { rejectedSpans: 2, errorMessage: 'A span has no trace id of 16 bytes.' } },
  ]);
});

it('takes signed spans where the destination is CloudWatch Logs, in the account and region of the signature', async () => {
  const body = JSON.stringify(request(span({ spanId: '00000000000000ee' })));
  const refused = await send(body, signed('eu-west-1'));
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    400,
    { code: 3, message: expect.stringMatching(/^The OTLP API is supported with CloudWatch Logs as a Trace Segment Destination\./) },
  ]);
  const { XRay } = await import('@aws-sdk/client-xray');
  const there = emulator().client(XRay, { region: 'eu-west-1', credentials: { accessKeyId: '111122223333', secretAccessKey: 'x' } });
  await there.updateTraceSegmentDestination({ Destination: 'CloudWatchLogs' });
  expect((await send(body, signed('eu-west-1'))).status).toBe(200);
  const { Traces = [] } = await there.batchGetTraces({ TraceIds: [ID] });
  expect(Traces[0]!.Segments!.map(({ Id }) => Id)).toEqual(['00000000000000ee']);
});

it('reads bytes and gzip, and refuses what it cannot read in the encoding of the request', async () => {
  const zipped = gzipSync(JSON.stringify(request(span({ spanId: '00000000000000ff' }))));
  expect((await send(zipped, { 'content-encoding': 'gzip' })).status).toBe(200);
  expect(await send('')).toMatchObject({ status: 400, body: '{"code":3,"message":"The request cannot be read: it is no JSON."}' });
  const bytes = await send(Buffer.from([0x0a, 5]), { 'content-type': 'application/x-protobuf' });
  expect(bytes).toMatchObject({ status: 400, type: 'application/x-protobuf', body: expect.stringContaining('it ends within a field') });
  expect((await send('{}', { 'content-encoding': 'br' })).status).toBe(415);
  expect((await send(zipped.subarray(0, 9), { 'content-encoding': 'gzip' })).status).toBe(400);
  const bomb = gzipSync(Buffer.alloc(6 * 1024 * 1024));
  expect((await send(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
});

it('leaves other requests to the bucket of that name', async () => {
  const answer = await fetch(`${emulator().url}/v1/traces`, { method: 'PUT', body: 'x', headers: { 'content-type': 'application/json' } });
  expect(await answer.text()).toContain('NoSuchBucket');
  const form = await fetch(`${emulator().url}/v1/traces`, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
  expect(await form.text()).not.toContain('partialSuccess');
});
