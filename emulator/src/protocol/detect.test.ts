import { describe, expect, it, test } from 'vitest';
import { createDetection } from './detect.ts';
import { hostFacts, withBucket } from './http/host.ts';
import { parseQuery, type WireRequest } from './http/wire.ts';
import { checkPresignedExpiry } from './sigv4.ts';

const detection = createDetection();
const NONE = Buffer.alloc(0);
const HOSTS = {
  endpoints: new Set(['s3', 'events', 'streams.dynamodb', 'dynamodb', 'api.ecr', 'states', 'queue']),
  virtual: new Set(['s3']),
};

function request(line: string, headers: Record<string, string> = {}, body = ''): WireRequest {
  const [method = 'GET', url = '/'] = line.split(' ');
  const [path = '/', query = ''] = url.split('?');
  return { method, path, query: parseQuery(query), headers, body: body === '' ? NONE : Buffer.from(body) };
}

const signed = (service: string, region = 'eu-west-1'): Record<string, string> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=000000000001/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=ab`,
});
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

describe('a request tells its service', () => {
  test.each([
    [
      'a target',
      request('POST /', { 'x-amz-target': 'AWSEvents.PutRule', 'content-type': 'application/x-amz-json-1.1' }),
      'events PutRule awsJson1_1',
    ],
    [
      'a target, before the signature',
      request('POST /', { ...signed('sqs'), 'x-amz-target': 'TrentService.Encrypt' }),
      'kms Encrypt awsJson1_1',
    ],
    [
      'streams share a signing name with tables',
      request('POST /', { ...signed('dynamodb'), 'x-amz-target': 'DynamoDBStreams_20120810.ListStreams' }),
      'dynamodbstreams ListStreams awsJson1_0',
    ],
    [
      'a target header with a document in CBOR',
      request('POST /', { 'x-amz-target': 'Kinesis_20131202.PutRecord', 'content-type': 'application/x-amz-cbor-1.1' }),
      'kinesis PutRecord awsCbor1_1',
    ],
    [
      'a protocol path',
      request('POST /service/GraniteServiceVersion20100801/operation/PutMetricData', { 'smithy-protocol': 'rpc-v2-cbor' }),
      'cloudwatch PutMetricData rpcv2Cbor',
    ],
    ['a signature', request('GET /2015-03-31/functions/', signed('lambda')), 'lambda undefined restJson1'],
    ['the first gateway', request('GET /restapis', signed('apigateway')), 'apigateway undefined restJson1'],
    ['the second gateway', request('GET /v2/apis', signed('apigateway')), 'apigatewayv2 undefined restJson1'],
    ['a signed form', request('POST /', { ...signed('iam'), ...FORM }, 'Action=GetRole&Version=2010-05-08'), 'iam GetRole awsQuery'],
    [
      'metrics sign with another name',
      request('POST /', { ...signed('monitoring'), ...FORM }, 'Action=ListMetrics&Version=2010-08-01'),
      'cloudwatch ListMetrics awsQuery',
    ],
    ['a form content type proves nothing', request('PUT /bkt/key', { ...signed('s3'), ...FORM }, 'Action=x'), 's3 undefined restXml'],
    [
      'a host',
      request('POST /000000000000/q', { host: 'sqs.us-east-1.localhost.localstack.cloud:4566', ...FORM }, 'Action=SendMessage'),
      'sqs SendMessage awsQuery',
    ],
    [
      'an unsigned form',
      request('POST /', FORM, 'Action=AssumeRoleWithWebIdentity&Version=2011-06-15'),
      'sts AssumeRoleWithWebIdentity awsQuery',
    ],
    ['an unsigned form as URL', request('GET /?Action=GetCallerIdentity&Version=2011-06-15'), 'sts GetCallerIdentity awsQuery'],
    ['nothing at all', request('GET /bkt/key'), 's3 undefined restXml'],
    [
      'a service that is not here',
      request('POST /', { ...signed('ec2'), ...FORM }, 'Action=DescribeInstances&Version=2016-11-15'),
      'ec2 DescribeInstances awsQuery',
    ],
    ['a target that is not here', request('POST /', { ...signed('glue'), 'x-amz-target': 'AWSGlue.GetJobs' }), 'glue GetJobs awsJson1_1'],
  ])('%s', (_what, given, wanted) => {
    const { service, operation, protocol } = detection.detect(given);
    expect(`${service} ${operation} ${protocol}`).toBe(wanted);
  });

  test('region, key and presence of the model', () => {
    expect(detection.detect(request('GET /', signed('s3')))).toMatchObject({
      region: 'eu-west-1',
      accessKeyId: '000000000001',
      known: true,
      presigned: false,
    });
    expect(detection.detect(request('GET /', signed('ec2'))).known).toBe(false);
  });

  test('a presigned URL', () => {
    const url = 'GET /key?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20260101%2Fus-west-2%2Fs3%2Faws4_request';
    expect(detection.detect(request(url, { host: 'my.bucket.s3.localhost:4566' }))).toMatchObject({
      service: 's3',
      bucket: 'my.bucket',
      region: 'us-west-2',
      accessKeyId: 'AKIA',
      presigned: true,
    });
  });

  test('bodies are read only for forms', () => {
    expect(detection.needsBody(request('POST /', { ...signed('sts'), ...FORM }))).toBe(true);
    expect(detection.needsBody(request('POST /', FORM))).toBe(true);
    expect(detection.needsBody(request('POST /bkt', { ...signed('s3'), ...FORM }))).toBe(false);
    expect(detection.needsBody(request('POST /bkt?uploads', FORM))).toBe(false);
    expect(detection.needsBody(request('PUT /bkt/key', FORM))).toBe(false);
  });
});

test.each([
  ['bkt.s3.eu-west-1.amazonaws.com', { endpoint: 's3', region: 'eu-west-1', bucket: 'bkt' }],
  ['s3.amazonaws.com', { endpoint: 's3' }],
  ['s3-us-west-2.amazonaws.com', { endpoint: 's3', region: 'us-west-2' }],
  ['a.b.s3.localhost:4566', { endpoint: 's3', bucket: 'a.b' }],
  ['s3.localhost', { endpoint: 's3' }],
  ['bkt.s3.us-east-1.localhost.localstack.cloud:4566', { endpoint: 's3', region: 'us-east-1', bucket: 'bkt' }],
  ['events.us-east-1.amazonaws.com', { endpoint: 'events', region: 'us-east-1' }],
  ['streams.dynamodb.us-east-1.amazonaws.com', { endpoint: 'streams.dynamodb', region: 'us-east-1' }],
  ['api.ecr.us-east-1.amazonaws.com', { endpoint: 'api.ecr', region: 'us-east-1' }],
  ['sync-states.us-east-1.amazonaws.com', { endpoint: 'states', region: 'us-east-1' }],
  ['us-west-2.queue.amazonaws.com', { endpoint: 'queue', region: 'us-west-2' }],
  ['unheard.of.us-east-1.amazonaws.com', { region: 'us-east-1' }],
  ['127.0.0.1:4566', {}],
  ['localhost:4566', {}],
  ['s3a.localhost', {}],
  ['example.com', {}],
])('host %s', (host, facts) => {
  expect(hostFacts(host, HOSTS)).toEqual(facts);
});

test('a bucket goes back into the path', () => {
  expect(withBucket('/key', 'bkt')).toBe('/bkt/key');
  expect(withBucket('/bkt/key', undefined)).toBe('/bkt/key');
});

describe('presigned URLs expire', () => {
  const url = (seconds: string): WireRequest => request(`GET /b/k?X-Amz-Credential=x&X-Amz-Date=20260101T000000Z&X-Amz-Expires=${seconds}`);
  const start = Date.UTC(2026, 0, 1);

  test('in time, and late', () => {
    expect(() => checkPresignedExpiry(url('60'), start + 60_000)).not.toThrow();
    expect(() => checkPresignedExpiry(url('60'), start + 60_001)).toThrow(
      expect.objectContaining({ code: 'AccessDenied', message: 'Request has expired', options: expect.objectContaining({ status: 403 }) }),
    );
  });

  test.each(['604801', '-1', 'soon'])('X-Amz-Expires=%s', (seconds) => {
    expect(() => checkPresignedExpiry(url(seconds), start)).toThrow(expect.objectContaining({ code: 'AuthorizationQueryParametersError' }));
  });

  test('version 2', () => {
    const old = request('GET /b/k?AWSAccessKeyId=x&Signature=y&Expires=1000');
    expect(() => checkPresignedExpiry(old, 1_000_000)).not.toThrow();
    expect(() => checkPresignedExpiry(old, 1_000_001)).toThrow(expect.objectContaining({ code: 'AccessDenied' }));
  });

  test('others never', () => {
    expect(() => checkPresignedExpiry(request('GET /b/k'), Number.MAX_SAFE_INTEGER)).not.toThrow();
  });
});

it.each([
  ['sqs.eu-west-1.amazonaws.com', 'sqs'],
  ['bucket.s3.us-east-1.amazonaws.com', 's3'],
  ['s3-eu-west-1.amazonaws.com', 's3'],
  ['monitoring.us-east-1.amazonaws.com', 'cloudwatch'],
  ['cognito-idp.us-east-1.amazonaws.com', 'cognito-idp'],
  ['appsync.us-east-1.amazonaws.com', 'appsync'],
  ['glue.us-east-1.amazonaws.com', undefined],
  ['checkip.amazonaws.com', undefined],
  ['example.com', undefined],
])('finds the service at %s', (host, service) => expect(detection.serviceAt(host)).toBe(service));
