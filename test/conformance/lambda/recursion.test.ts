// Functions that invoke themselves over and over: ended after sixteen rounds, unless that is allowed.
import type * as sdk from '@aws-sdk/client-lambda';
import * as sqs from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, jsonOf, startFixture } from './fixture.ts';

let fixture: Fixture;
let lambda: sdk.Lambda;
beforeAll(async () => {
  fixture = await startFixture();
  lambda = fixture.lambda;
});
afterAll(() => fixture.emulator.stop());

/** A call of a function in which the trace header goes along, as with the SDKs. */
const CALL = `const { request } = require('node:http');
  const call = (path, headers, body) => new Promise((resolve, reject) => {
    const url = new URL(path, process.env.AWS_ENDPOINT_URL);
    const authorization = 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20260101/us-east-1/' + headers.service + '/aws4_request, SignedHeaders=host, Signature=0';
    request(url, { method: 'POST', headers: { authorization, 'x-amzn-trace-id': process.env._X_AMZN_TRACE_ID, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: answer.statusCode, text }));
    }).on('error', reject).end(body);
  });`;

it('is refused to whoever waits for the answer', async () => {
  const again = `${CALL}
    const n = (event.n ?? 0) + 1;
    if (n > 20) return { n };
    const { status, text } = await call('/2015-03-31/functions/self/invocations', { service: 'lambda' }, JSON.stringify({ n }));
    return status === 200 ? JSON.parse(text) : { n, status, text };`;
  await fixture.create('self', again, { Timeout: 30 });
  const first = jsonOf<{ n: number; status: number; text: string }>((await lambda.invoke({ FunctionName: 'self' })).Payload);
  expect(first).toMatchObject({ n: 16, status: 400, text: expect.stringContaining('recursive loop') });
  expect(fixture.emulator.lines.join('\n')).toContain(
    'aws lambda put-function-recursion-config --function-name self --recursive-loop Allow',
  );
  await lambda.putFunctionRecursionConfig({ FunctionName: 'self', RecursiveLoop: 'Allow' });
  expect(jsonOf((await lambda.invoke({ FunctionName: 'self' })).Payload)).toEqual({ n: 21 });
});

it('ends loops through a queue', async () => {
  const queues = fixture.emulator.client(sqs.SQS);
  const { QueueUrl: dead } = await queues.createQueue({ QueueName: 'dead' });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead', maxReceiveCount: 1 });
  const { QueueUrl } = await queues.createQueue({ QueueName: 'loop', Attributes: { RedrivePolicy, VisibilityTimeout: '3' } });
  await fixture.create(
    'looping',
    `${CALL}
    const n = Number(event.Records[0].body) + 1;
    await call('/', { service: 'sqs', 'x-amz-target': 'AmazonSQS.SendMessage', 'content-type': 'application/x-amz-json-1.0' },
      JSON.stringify({ QueueUrl: ${JSON.stringify(QueueUrl)}, MessageBody: String(n) }));`,
    { Timeout: 3 },
  );
  await lambda.createEventSourceMapping({ FunctionName: 'looping', EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:loop' });
  await queues.sendMessage({ QueueUrl, MessageBody: '0' });
  const { Messages } = await queues.receiveMessage({ QueueUrl: dead, WaitTimeSeconds: 20 });
  expect(Messages![0]!.Body).toBe('16');
});

it('gives events that are given up to the destination', async () => {
  const queues = fixture.emulator.client(sqs.SQS);
  const { QueueUrl } = await queues.createQueue({ QueueName: 'given-up' });
  await fixture.create(
    'events',
    `${CALL}
    await call('/2015-03-31/functions/events/invocations', { service: 'lambda', 'x-amz-invocation-type': 'Event' }, '{}');`,
  );
  const OnFailure = { Destination: 'arn:aws:sqs:us-east-1:000000000000:given-up' };
  await lambda.putFunctionEventInvokeConfig({ FunctionName: 'events', DestinationConfig: { OnFailure } });
  await lambda.invoke({ FunctionName: 'events', InvocationType: 'Event' });
  const { Messages } = await queues.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 });
  expect(JSON.parse(Messages![0]!.Body!)).toMatchObject({ requestContext: { condition: 'RecursiveInvocation' } });
});
