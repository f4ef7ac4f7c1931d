// Subscription filters: what matches goes to a function that lets the service in, compressed, with its group and stream.
import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs, type PutSubscriptionFilterCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

const logGroupName = '/app/orders';
const logStreamName = 'one';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:reader';
const GROUP_ARN = `arn:aws:logs:us-east-1:000000000000:log-group:${logGroupName}:*`;
const NOT_EXECUTED = 'Could not execute the lambda function. Make sure you have given CloudWatch Logs permission to execute your function.';

let fixture: Fixture;
let logs: CloudWatchLogs;
beforeAll(async () => {
  fixture = await startFixture();
  logs = fixture.emulator.client(CloudWatchLogs);
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName });
  await fixture.create('reader', 'console.log("GOT " + event.awslogs.data);');
});
afterAll(() => fixture.emulator.stop());

const put = (more: Partial<PutSubscriptionFilterCommandInput> = {}) =>
  logs.putSubscriptionFilter({ logGroupName, filterName: 'all', filterPattern: '', destinationArn: FUNCTION, ...more });
const allow = (StatementId: string, Principal: string, SourceArn = GROUP_ARN) =>
  fixture.lambda.addPermission({ FunctionName: 'reader', StatementId, Principal, Action: 'lambda:InvokeFunction', SourceArn });
const write = (...messages: string[]) =>
  logs.putLogEvents({ logGroupName, logStreamName, logEvents: messages.map((message) => ({ timestamp: Date.now(), message })) });
async function delivered(): Promise<Record<string, unknown>[]> {
  await fixture.emulator.idle();
  const { events = [] } = await logs.filterLogEvents({ logGroupName: '/aws/lambda/reader', filterPattern: 'GOT' });
  return events.map(
    ({ message }) => JSON.parse(gunzipSync(Buffer.from(/GOT (\S+)/.exec(message!)![1]!, 'base64')).toString()) as Record<string, unknown>,
  );
}

describe('a subscription filter', () => {
  it('needs the permission of the function, and a function', async () => {
    await expect(put()).rejects.toMatchObject({ name: 'InvalidParameterException', message: NOT_EXECUTED });
    await expect(put({ destinationArn: `${FUNCTION}-none` })).rejects.toThrow(NOT_EXECUTED);
    await expect(put({ destinationArn: 'arn:aws:sqs:us-east-1:000000000000:q' })).rejects.toThrow(
      'PutSubscriptionFilter operation cannot work with destinationArn for vendor sqs',
    );
    await expect(put({ destinationArn: 'arn:aws:logs:us-east-1:000000000000:destination:d' })).rejects.toThrow(
      'Could not deliver test message to specified destination. Check if the destination is valid.',
    );
    await expect(put({ logGroupName: '/none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await allow('other', 'logs.amazonaws.com', GROUP_ARN.replace('orders', 'others'));
    await expect(put()).rejects.toThrow(NOT_EXECUTED);
  });

  it('delivers what matches, and its fields', async () => {
    // As the documentation of the service grants it: with the region in the principal.
    await allow('orders', 'logs.us-east-1.amazonaws.com');
    await put({ filterName: 'refused', filterPattern: '[method, path, status = 4*]' });
    await write('GET /orders 200', 'POST /orders 403');
    await write('nothing that matches');
    expect(await delivered()).toEqual([
      {
        messageType: 'DATA_MESSAGE',
        owner: '000000000000',
        logGroup: logGroupName,
        logStream: logStreamName,
        subscriptionFilters: ['refused'],
        logEvents: [
          {
            id: expect.stringMatching(/^\d{56}$/),
            timestamp: expect.any(Number),
            message: 'POST /orders 403',
            extractedFields: { method: 'POST', path: '/orders', status: '403' },
          },
        ],
      },
    ]);
    const [found] = (await logs.filterLogEvents({ logGroupName, filterPattern: '403' })).events!;
    expect((await delivered())[0]).toMatchObject({ logEvents: [{ id: found!.eventId }] });
  });

  it('is told of, and there are two a group', async () => {
    await put({ filterName: 'second', filterPattern: 'ERROR' });
    await expect(put({ filterName: 'third' })).rejects.toMatchObject({ name: 'LimitExceededException' });
    const { subscriptionFilters } = await logs.describeSubscriptionFilters({ logGroupName, filterNamePrefix: 'sec' });
    expect(subscriptionFilters).toEqual([
      {
        filterName: 'second',
        logGroupName,
        filterPattern: 'ERROR',
        destinationArn: FUNCTION,
        distribution: 'ByLogStream',
        applyOnTransformedLogs: false,
        creationTime: expect.any(Number),
      },
    ]);
    await logs.deleteSubscriptionFilter({ logGroupName, filterName: 'second' });
    await expect(logs.deleteSubscriptionFilter({ logGroupName, filterName: 'second' })).rejects.toThrow(
      'The specified subscription filter does not exist.',
    );
  });

  it('delivers a large batch in parts', async () => {
    await logs.deleteSubscriptionFilter({ logGroupName, filterName: 'refused' });
    await put({ filterPattern: 'big' });
    await write(...Array.from({ length: 6 }, (_, number) => `big ${number} ${'x'.repeat(100_000)}`));
    const big = (await delivered()).filter(({ subscriptionFilters }) => (subscriptionFilters as string[])[0] === 'all');
    expect(big.length).toBeGreaterThan(1);
    expect(
      big
        .flatMap(({ logEvents }) => logEvents as { message: string }[])
        .map(({ message }) => message.slice(0, 5))
        .sort(),
    ).toEqual(Array.from({ length: 6 }, (_, number) => `big ${number}`));
  });
});
