import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE, type Streams, textsOf, useStreams } from './use-streams.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: { requestId: string; timestamp: number; records: { data: string }[] };
}

let streams: Streams;
let server: Server;
let Url: string;
const received: Received[] = [];
/** The endpoint's next answers; after the last one it answers as the protocol says. */
const answers: { status: number; body?: string }[] = [];

beforeAll(async () => {
  streams = await useStreams();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      const body = JSON.parse(text.toString()) as Received['body'];
      received.push({ headers: request.headers, body });
      const answer = answers.shift() ?? { status: 200 };
      response.writeHead(answer.status, { location: `${streams.emulator.url}/_emulator/health` });
      response.end(answer.body ?? JSON.stringify({ requestId: body.requestId, timestamp: 1 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?x=1`;
});
afterAll(async () => {
  server.close();
  await streams.emulator.stop();
});

async function create(name: string, more: object = {}): Promise<void> {
  await streams.s3.createBucket({ Bucket: name });
  await streams.firehose.createDeliveryStream({
    DeliveryStreamName: name,
    HttpEndpointDestinationConfiguration: {
      EndpointConfiguration: { Url, Name: 'inbox', AccessKey: 'secret-key' },
      RoleARN: ROLE,
      S3Configuration: { RoleARN: ROLE, BucketARN: `arn:aws:s3:::${name}` },
      ...more,
    },
  });
}

const take = (): Received[] => received.splice(0);
const dataOf = ({ body }: Received) => body.records.map(({ data }) => Buffer.from(data, 'base64').toString());

it('receives records in the documented form', async () => {
  await create('documented', { RequestConfiguration: { CommonAttributes: [{ AttributeName: 'env', AttributeValue: 'dev' }] } });
  await streams.put('documented', 'one', 'two');
  expect(await streams.delivered('documented')).toEqual([]);
  const [request, ...others] = take();
  expect(others).toEqual([]);
  expect(request!.headers).toMatchObject({
    'content-type': 'application/json',
    'x-amz-firehose-protocol-version': '1.0',
    'x-amz-firehose-request-id': request!.body.requestId,
    'x-amz-firehose-source-arn': 'arn:aws:firehose:us-east-1:000000000000:deliverystream/documented',
    'x-amz-firehose-access-key': 'secret-key',
    'x-amz-firehose-common-attributes': '{"commonAttributes":{"env":"dev"}}',
  });
  expect(request!.body.timestamp).toEqual(expect.any(Number));
  expect(dataOf(request!)).toEqual(['one', 'two']);
});

it('is described without its access key', async () => {
  await create('described');
  const { DeliveryStreamDescription } = await streams.firehose.describeDeliveryStream({ DeliveryStreamName: 'described' });
  expect(DeliveryStreamDescription!.Destinations![0]!.HttpEndpointDestinationDescription).toMatchObject({
    EndpointConfiguration: { Url, Name: 'inbox' },
    BufferingHints: { SizeInMBs: 5, IntervalInSeconds: 300 },
    RequestConfiguration: { ContentEncoding: 'NONE', CommonAttributes: [] },
    RetryOptions: { DurationInSeconds: 300 },
    S3BackupMode: 'FailedDataOnly',
    S3DestinationDescription: { BucketARN: 'arn:aws:s3:::described' },
  });
  expect(JSON.stringify(DeliveryStreamDescription)).not.toContain('secret-key');
});

it('receives packed bodies, the key of a secret, and all data is kept where the stream says so', async () => {
  const secrets = streams.emulator.client(SecretsManager);
  const { ARN: SecretARN } = await secrets.createSecret({ Name: 'endpoint', SecretString: '{"api_key":"from-secret"}' });
  await create('packed', {
    RequestConfiguration: { ContentEncoding: 'GZIP' },
    SecretsManagerConfiguration: { Enabled: true, SecretARN, RoleARN: ROLE },
    S3BackupMode: 'AllData',
  });
  await streams.put('packed', 'one');
  expect(textsOf(await streams.delivered('packed'))).toEqual(['one']);
  const [request] = take();
  expect(request!.headers).toMatchObject({ 'content-encoding': 'gzip', 'x-amz-firehose-access-key': 'from-secret' });
  expect(dataOf(request!)).toEqual(['one']);
});

it('is asked again with the same id until it answers as it should, and never elsewhere', async () => {
  await create('repeated');
  answers.push(
    { status: 500 },
    { status: 302 },
    { status: 200, body: 'fine' },
    { status: 200, body: '{"requestId":"other","timestamp":1}' },
  );
  await streams.put('repeated', 'one');
  await streams.emulator.clock.advance('1m');
  const requests = take();
  expect(requests).toHaveLength(5);
  expect(new Set(requests.map(({ body }) => body.requestId)).size).toBe(1);
  expect(await streams.objects('repeated')).toEqual([]);
});

it('loses its records to the bucket for failures when it fails for too long, and the log tells why', async () => {
  const logs = streams.emulator.client(CloudWatchLogs);
  await logs.createLogGroup({ logGroupName: '/firehose' });
  await logs.createLogStream({ logGroupName: '/firehose', logStreamName: 'errors' });
  await create('failing', {
    RetryOptions: { DurationInSeconds: 3 },
    CloudWatchLoggingOptions: { Enabled: true, LogGroupName: '/firehose', LogStreamName: 'errors' },
  });
  for (let i = 0; i < 5; i++) answers.push({ status: 413, body: 'too large' });
  await streams.put('failing', 'one', 'two');
  await streams.emulator.clock.advance('1m');
  answers.length = 0;
  const requests = take();
  expect(requests).toHaveLength(3);
  const [object, ...others] = await streams.objects('failing');
  expect(others).toEqual([]);
  expect(object!.key).toMatch(/^http-endpoint-failed\/\d{4}\//);
  const lines = object!.bytes.toString().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    ['one', 'two'].map((text) => ({
      attemptsMade: 3,
      errorCode: 'HttpEndpoint.DestinationException',
      errorMessage: 'The following response was received from the endpoint destination. 413: too large',
      rawData: Buffer.from(text).toString('base64'),
    })),
  );
  const { events = [] } = await logs.getLogEvents({ logGroupName: '/firehose', logStreamName: 'errors', startFromHead: true });
  expect(events.map(({ message }) => JSON.parse(message!) as object)).toMatchObject(
    Array(3).fill({ destination: Url, deliveryStreamVersionId: 1, errorCode: 'HttpEndpoint.DestinationException' }),
  );
});

it('is never an address at which machines hand out their credentials', async () => {
  await create('metadata', {
    EndpointConfiguration: { Url: 'http://169.254.169.254/latest/meta-data/' },
    RetryOptions: { DurationInSeconds: 0 },
  });
  await streams.put('metadata', 'one');
  const [object] = await streams.delivered('metadata');
  expect(object!.bytes.toString()).toMatch(/"errorCode":"HttpEndpoint.ConnectionFailed".*link-local/);
});

it('is refused where it is no URL', async () => {
  await expect(create('no-url', { EndpointConfiguration: { Url: 'ftp://a.example' } })).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
