// Sample events, one for each kind of source, in the form in which the source sends them. Pure.
import { createHash } from 'node:crypto';
import type { SampleSource } from './sample-sources.ts';

export interface SampleScope {
  readonly region: string;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

type Sample = (scope: SampleScope) => unknown;

const ID = 'c80e8021-a70a-42c7-a470-796e1186f753';
const BODY = '{"id":7,"total":120}';
const BODY_MD5 = createHash('md5').update(BODY).digest('hex');
const iso = ({ nowMs }: SampleScope): string => new Date(nowMs).toISOString();
const isoSeconds = (scope: SampleScope): string => iso(scope).replace(/\.\d+Z$/, 'Z');
const b64 = (text: string): string => Buffer.from(text).toString('base64');

const envelope = (scope: SampleScope, source: string, type: string, resources: readonly string[], detail: object) => ({
  version: '0',
  id: ID,
  'detail-type': type,
  source,
  account: scope.account,
  time: isoSeconds(scope),
  region: scope.region,
  resources,
  detail,
});

const events: Sample = (scope) => envelope(scope, 'shop.orders', 'OrderPlaced', [], { id: 7, total: 120 });

const schedule: Sample = (scope) =>
  envelope(scope, 'aws.events', 'Scheduled Event', [`arn:aws:events:${scope.region}:${scope.account}:rule/every-minute`], {});

const sqs: Sample = ({ region, account, nowMs }) => ({
  Records: [
    {
      messageId: ID,
      receiptHandle: 'AQEBzWwaftRI0KuVm4tP',
      body: BODY,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: String(nowMs),
        SenderId: 'AIDAEXAMPLE',
        ApproximateFirstReceiveTimestamp: String(nowMs + 1),
      },
      messageAttributes: {},
      md5OfBody: BODY_MD5,
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${region}:${account}:orders`,
      awsRegion: region,
    },
  ],
});

const sns: Sample = (scope) => {
  const topic = `arn:aws:sns:${scope.region}:${scope.account}:orders`;
  return {
    Records: [
      {
        EventVersion: '1.0',
        EventSubscriptionArn: `${topic}:${ID}`,
        EventSource: 'aws:sns',
        Sns: {
          SignatureVersion: '1',
          Timestamp: iso(scope),
          Signature: 'EXAMPLE',
          SigningCertUrl: 'EXAMPLE',
          MessageId: ID,
          Message: BODY,
          MessageAttributes: {},
          Type: 'Notification',
          UnsubscribeUrl: 'EXAMPLE',
          TopicArn: topic,
          Subject: 'An order',
        },
      },
    ],
  };
};

const s3: Sample = (scope) => ({
  Records: [
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: scope.region,
      eventTime: iso(scope),
      eventName: 'ObjectCreated:Put',
      userIdentity: { principalId: 'AIDAEXAMPLE' },
      requestParameters: { sourceIPAddress: '127.0.0.1' },
      responseElements: { 'x-amz-request-id': 'C3D13FE58DE4C810', 'x-amz-id-2': 'EXAMPLE' },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'uploads',
        bucket: { name: 'uploads', ownerIdentity: { principalId: 'AIDAEXAMPLE' }, arn: 'arn:aws:s3:::uploads' },
        object: { key: 'orders/7.json', size: BODY.length, eTag: BODY_MD5, sequencer: '0A1B2C3D4E5F678901' },
      },
    },
  ],
});

const dynamodb: Sample = ({ region, account, nowMs }) => ({
  Records: [
    {
      eventID: 'c4ca4238a0b923820dcc509a6f75849b',
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: region,
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(nowMs / 1000),
        Keys: { id: { N: '7' } },
        NewImage: { id: { N: '7' }, total: { N: '120' } },
        SequenceNumber: '4421584500000000017450439091',
        SizeBytes: 26,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: `arn:aws:dynamodb:${region}:${account}:table/orders/stream/2026-01-01T00:00:00.000`,
    },
  ],
});

const kinesis: Sample = ({ region, account, nowMs }) => ({
  Records: [
    {
      kinesis: {
        kinesisSchemaVersion: '1.0',
        partitionKey: '7',
        sequenceNumber: '49590338271490256608559692538361571095921575989136588898',
        data: b64(BODY),
        approximateArrivalTimestamp: nowMs / 1000,
      },
      eventSource: 'aws:kinesis',
      eventVersion: '1.0',
      eventID: 'shardId-000000000006:49590338271490256608559692538361571095921575989136588898',
      eventName: 'aws:kinesis:record',
      invokeIdentityArn: `arn:aws:iam::${account}:role/consumer`,
      awsRegion: region,
      eventSourceARN: `arn:aws:kinesis:${region}:${account}:stream/orders`,
    },
  ],
});

/** A function URL, or an HTTP API with payload format 2.0. */
const http: Sample = ({ region, account, nowMs }) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: '/orders/7',
  rawQueryString: 'verbose=1',
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    host: `example.lambda-url.${region}.on.aws`,
    'user-agent': 'curl/8',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
  },
  queryStringParameters: { verbose: '1' },
  requestContext: {
    accountId: account,
    apiId: 'example',
    domainName: `example.lambda-url.${region}.on.aws`,
    domainPrefix: 'example',
    http: { method: 'POST', path: '/orders/7', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl/8' },
    requestId: ID,
    routeKey: '$default',
    stage: '$default',
    time: new Date(nowMs).toUTCString(),
    timeEpoch: nowMs,
  },
  body: BODY,
  isBase64Encoded: false,
});

/** A REST API with proxy integration, or an HTTP API with payload format 1.0. */
const rest: Sample = ({ account, nowMs }) => ({
  resource: '/orders/{id}',
  path: '/orders/7',
  httpMethod: 'POST',
  headers: { Accept: 'application/json', 'Content-Type': 'application/json', Host: 'example.execute-api.amazonaws.com' },
  multiValueHeaders: { Accept: ['application/json'], 'Content-Type': ['application/json'], Host: ['example.execute-api.amazonaws.com'] },
  queryStringParameters: { verbose: '1' },
  multiValueQueryStringParameters: { verbose: ['1'] },
  pathParameters: { id: '7' },
  stageVariables: null,
  requestContext: {
    accountId: account,
    apiId: 'example',
    domainName: 'example.execute-api.amazonaws.com',
    httpMethod: 'POST',
    identity: { sourceIp: '127.0.0.1', userAgent: 'curl/8' },
    path: '/prod/orders/7',
    protocol: 'HTTP/1.1',
    requestId: ID,
    requestTimeEpoch: nowMs,
    resourcePath: '/orders/{id}',
    stage: 'prod',
  },
  body: BODY,
  isBase64Encoded: false,
});

const SAMPLES: Readonly<Record<SampleSource, Sample>> = { events, schedule, sqs, sns, s3, dynamodb, kinesis, http, rest };

export const sampleEvent = (source: SampleSource, scope: SampleScope): unknown => SAMPLES[source](scope);
