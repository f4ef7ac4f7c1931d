import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Topics, useTopics } from './use-topics.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let topics: Topics;
let server: Server;
let endpoint: string;
/** The status of the next answers; 200 when there are no more. */
const statuses: number[] = [];
const received: Received[] = [];
let arrived: () => void = () => undefined;

beforeAll(async () => {
  topics = await useTopics();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(statuses.shift() ?? 200, { location: `${topics.emulator.url}/_emulator/health` }).end();
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      arrived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`;
});
afterAll(async () => {
  server.close();
  await topics.emulator.stop();
});

async function next(): Promise<Received> {
  while (received.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
  return received.shift()!;
}

it('is confirmed by a visit to the URL, then receives signed messages, then hears of its end', async () => {
  const TopicArn = await topics.topic('web');
  const { SubscriptionArn } = await topics.sns.subscribe({ TopicArn, Protocol: 'http', Endpoint: endpoint });
  expect(SubscriptionArn).toBe('pending confirmation');
  const request = await next();
  expect(request.headers).toMatchObject({
    'x-amz-sns-message-type': 'SubscriptionConfirmation',
    'x-amz-sns-topic-arn': TopicArn,
    'user-agent': 'Amazon Simple Notification Service Agent',
    'content-type': 'text/plain; charset=UTF-8',
  });
  expect(request.headers['x-amz-sns-subscription-arn']).toBeUndefined();
  const confirmation = JSON.parse(request.body) as Record<string, string>;
  expect(Object.keys(confirmation)).toEqual([
    ...[
      'Type',
      'MessageId',
      'Token',
      'TopicArn',
      'Message',
      'SubscribeURL',
      'Timestamp',
      'SignatureVersion',
      'Signature',
      'SigningCertURL',
    ],
  ]);

  await topics.sns.publish({ TopicArn, Message: 'too early' });
  const answer = await fetch(confirmation['SubscribeURL']!);
  const xml = await answer.text();
  expect(answer.status, xml).toBe(200);
  const arn = /<SubscriptionArn>(.+)<\/SubscriptionArn>/.exec(xml)![1]!;
  expect((await topics.sns.confirmSubscription({ TopicArn, Token: confirmation['Token']! })).SubscriptionArn).toBe(arn);

  await topics.sns.publish({ TopicArn, Message: 'in time', Subject: 'news' });
  const message = await next();
  expect(message.headers).toMatchObject({ 'x-amz-sns-message-type': 'Notification', 'x-amz-sns-subscription-arn': arn });
  expect(JSON.parse(message.body)).toMatchObject({ Type: 'Notification', Message: 'in time', Subject: 'news' });

  const { UnsubscribeURL } = JSON.parse(message.body) as { UnsubscribeURL: string };
  expect((await fetch(UnsubscribeURL)).status).toBe(200);
  const end = JSON.parse((await next()).body) as Record<string, string>;
  expect(end).toMatchObject({ Type: 'UnsubscribeConfirmation', TopicArn });
  expect((await topics.sns.listSubscriptionsByTopic({ TopicArn })).Subscriptions).toEqual([]);
  await fetch(end['SubscribeURL']!);
  expect((await topics.sns.listSubscriptionsByTopic({ TopicArn })).Subscriptions).toMatchObject([{ SubscriptionArn: arn }]);
});

it('is tried again as its policy says, follows no redirect, and its messages end in the dead-letter queue', async () => {
  const TopicArn = await topics.topic('failing');
  const lost = await topics.queue('lost');
  await topics.sns.subscribe({
    TopicArn,
    Protocol: 'http',
    Endpoint: endpoint,
    Attributes: {
      RawMessageDelivery: 'true',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: lost.arn }),
      DeliveryPolicy: JSON.stringify({
        healthyRetryPolicy: { numRetries: 2, numNoDelayRetries: 2, minDelayTarget: 1, maxDelayTarget: 1 },
        requestPolicy: { headerContentType: 'application/json' },
      }),
    },
  });
  const { Token } = JSON.parse((await next()).body) as { Token: string };
  await topics.sns.confirmSubscription({ TopicArn, Token });
  statuses.push(500, 503, 200);
  await topics.sns.publish({ TopicArn, Message: '{"tries":3}' });
  for (let tries = 0; tries < 3; tries++) {
    const { body, headers } = await next();
    expect(body).toBe('{"tries":3}');
    expect(headers).toMatchObject({ 'x-amz-sns-rawdelivery': 'true', 'content-type': 'application/json' });
  }
  statuses.push(302);
  await topics.sns.publish({ TopicArn, Message: 'elsewhere' });
  await next();
  expect(await lost.take()).toEqual(['elsewhere']);
  expect(received).toEqual([]);
});

it('is never the address at which machines of a cloud find their credentials', async () => {
  const TopicArn = await topics.topic('metadata');
  const { SubscriptionArn } = await topics.sns.subscribe({
    TopicArn,
    Protocol: 'http',
    Endpoint: 'http://169.254.169.254/latest/meta-data/',
    ReturnSubscriptionArn: true,
    Attributes: { DeliveryPolicy: JSON.stringify({ healthyRetryPolicy: { numRetries: 0, minDelayTarget: 1, maxDelayTarget: 1 } }) },
  });
  expect(SubscriptionArn).toMatch(/^arn:/);
  await topics.emulator.idle();
  expect(topics.emulator.lines.some((line) => line.includes('169.254.169.254 is a link-local address'))).toBe(true);
});
