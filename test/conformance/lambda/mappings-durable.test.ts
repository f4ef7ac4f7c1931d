// Event source mappings survive the end of the process: what was sent or under way is handed over afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../../support/child.ts';
import { WAITER } from '../../support/until-passes.ts';
import { creation, handler } from './fixture.ts';

let directory: string;
let child: ChildEmulator | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mappings-durable-'));
});
afterEach(async () => {
  await child?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

it('goes on after kill -9', async () => {
  const start = async () => {
    child = await startChild({ PERSISTENCE: '1', DATA_DIR: directory });
    return { endpoint: child.url, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 };
  };
  let config = await start();
  const lambda = new Lambda(config);
  const sqs = new SQS(config);
  const code = handler(
    'for (const { body } of event.Records) console.log("ran", body); await new Promise((done) => setTimeout(done, 500));',
  );
  await lambda.createFunction(creation('kept', code, { Timeout: 3 }));
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'kept' });
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs', Attributes: { VisibilityTimeout: '3' } });
  const EventSourceArn = 'arn:aws:sqs:us-east-1:000000000000:jobs';
  await lambda.createEventSourceMapping({ FunctionName: 'kept', EventSourceArn, BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
  for (const MessageBody of ['1', '2', '3']) await sqs.sendMessage({ QueueUrl, MessageBody });
  await child!.kill('SIGKILL');
  config = await start();
  const logs = new CloudWatchLogs(config);
  const ran = async () => {
    const found = await logs.filterLogEvents({ logGroupName: '/aws/lambda/kept', filterPattern: 'ran' }).catch(() => ({ events: [] }));
    return [...new Set((found.events ?? []).map(({ message }) => message!.trim().split('\t').at(-1)!))].sort();
  };
  await expect.poll(ran, { interval: 200 }).toEqual(['ran 1', 'ran 2', 'ran 3']);
});
