import { describe, expect, test } from 'vitest';
import { Fault } from '#core/fault';
import { SAMPLE } from '../../../test/support/sample-model.ts';
import { decodeCbor } from './cbor/cbor-decoder.ts';
import { compileService, createModels } from './models.ts';

const sample = compileService(SAMPLE);
const gone = new Fault('ThingGone', 'It is <gone>.', { members: { Type: 'User' } });
const invalid = new Fault('ValidationException', 'bad');

describe('error answers', () => {
  test('awsJson 1.0 has the namespace, 1.1 has not', () => {
    expect(sample.error(gone, 'awsJson1_0', 'id')).toMatchObject({
      status: 400,
      body: '{"__type":"com.example.sample#ThingGone","Type":"User","Message":"It is <gone>."}',
    });
    expect(sample.error(invalid, 'awsJson1_0', 'id').body).toBe(
      '{"__type":"com.amazon.coral.validate#ValidationException","message":"bad"}',
    );
    expect(sample.error(gone, 'awsJson1_1', 'id').body).toBe('{"__type":"ThingGone","Type":"User","Message":"It is <gone>."}');
  });

  test('no message, no member', () => {
    expect(sample.error(new Fault('SerializationException', ''), 'awsJson1_1', 'id').body).toBe('{"__type":"SerializationException"}');
  });

  test('query has codes and statuses of its own', () => {
    expect(sample.error(gone, 'awsQuery', 'id')).toMatchObject({
      status: 410,
      body: '<ErrorResponse xmlns="http://example.com/doc/"><Error><Type>Sender</Type><Code>Gone</Code><Message>It is &lt;gone&gt;.</Message><Type>User</Type></Error><RequestId>id</RequestId></ErrorResponse>',
    });
    expect(sample.error(invalid, 'awsQuery', 'id').body).toContain('<Code>ValidationError</Code>');
  });

  test('CBOR', () => {
    const { headers, body } = sample.error(gone, 'rpcv2Cbor', 'id');
    expect(headers['smithy-protocol']).toBe('rpc-v2-cbor');
    expect(decodeCbor(body as Uint8Array)).toMatchObject({ __type: 'com.example.sample#ThingGone', Message: 'It is <gone>.' });
  });

  test('restJson names the error in a header and binds members to headers', () => {
    const lambda = createModels().service('lambda');
    const throttled = new Fault('TooManyRequestsException', 'Rate Exceeded.', {
      members: { retryAfterSeconds: '5', Reason: 'CallerRateLimitExceeded' },
    });
    const { status, headers, body } = lambda.error(throttled, 'restJson1', 'id');
    expect([status, headers['x-amzn-errortype'], headers['retry-after']]).toEqual([429, 'TooManyRequestsException', '5']);
    expect(JSON.parse(body as string)).toEqual({ Reason: 'CallerRateLimitExceeded', message: 'Rate Exceeded.' });
  });

  test('objects have a bare root', () => {
    const { status, body } = createModels()
      .service('s3')
      .error(new Fault('NoSuchTagSet', 'The TagSet does not exist', { members: { BucketName: 'b' } }), 'restXml', 'id');
    expect(status).toBe(404);
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchTagSet</Code><Message>The TagSet does not exist</Message><BucketName>b</BucketName><RequestId>id</RequestId><HostId>bG9jYWxob3N0/id</HostId></Error>',
    );
  });

  test('queues over JSON tell the old codes in a header', () => {
    const { headers } = createModels()
      .service('sqs')
      .error(new Fault('QueueDoesNotExist', 'The specified queue does not exist.'), 'awsJson1_0', 'id');
    expect(headers['x-amzn-query-error']).toBe('AWS.SimpleQueueService.NonExistentQueue;Sender');
  });
});
