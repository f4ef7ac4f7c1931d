// Destinations: subscription filters of other accounts send to their streams, as far as their policies let them.
import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
const OTHER = '222222222222';
const STREAM = 'arn:aws:kinesis:us-east-1:000000000000:stream/central';
const roleArn = 'arn:aws:iam::000000000000:role/logs';
const destinationArn = 'arn:aws:logs:us-east-1:000000000000:destination:central';
let [logs, there, kinesis]: [CloudWatchLogs, CloudWatchLogs, Kinesis] = [] as never;

beforeAll(async () => {
  emulator = await startTestEmulator();
  [logs, kinesis] = [emulator.client(CloudWatchLogs), emulator.client(Kinesis)];
  there = emulator.client(CloudWatchLogs, { credentials: { accessKeyId: OTHER, secretAccessKey: 'test' } });
  await kinesis.createStream({ StreamName: 'central', ShardCount: 1 });
  await there.createLogGroup({ logGroupName: 'g' });
  await there.createLogStream({ logGroupName: 'g', logStreamName: 's' });
});
afterAll(() => emulator.stop());

const filter = () => there.putSubscriptionFilter({ logGroupName: 'g', filterName: 'all', filterPattern: '', destinationArn });
const write = (message: string) =>
  there.putLogEvents({ logGroupName: 'g', logStreamName: 's', logEvents: [{ timestamp: Date.now(), message }] });

async function received(): Promise<string[]> {
  await emulator.idle();
  const shard = { StreamName: 'central', ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' } as const;
  const { ShardIterator } = await kinesis.getShardIterator(shard);
  const { Records = [] } = await kinesis.getRecords({ ShardIterator: ShardIterator! });
  const messages = Records.map(
    ({ Data }) => JSON.parse(gunzipSync(Data!).toString()) as { messageType: string; owner: string; logEvents: { message: string }[] },
  );
  return messages
    .filter(({ messageType }) => messageType === 'DATA_MESSAGE')
    .map(({ owner, logEvents }) => `${owner} ${logEvents.map(({ message }) => message).join()}`);
}

describe('a destination', () => {
  it('needs a stream that takes its test', async () => {
    const put = (targetArn: string) => logs.putDestination({ destinationName: 'central', targetArn, roleArn });
    await expect(put(`${STREAM}-none`)).rejects.toThrow('Could not deliver test message to specified Kinesis stream.');
    await expect(put('arn:aws:sqs:us-east-1:000000000000:q')).rejects.toThrow('for vendor sqs');
    expect((await put(STREAM)).destination).toMatchObject({ arn: destinationArn, targetArn: STREAM, roleArn });
  });

  it('takes the events of an account that its policy names', async () => {
    await expect(filter()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const Statement = { Effect: 'Allow', Principal: { AWS: OTHER }, Action: 'logs:PutSubscriptionFilter', Resource: destinationArn };
    await expect(logs.putDestinationPolicy({ destinationName: 'central', accessPolicy: '{' })).rejects.toThrow('Invalid access policy');
    await logs.putDestinationPolicy({ destinationName: 'central', accessPolicy: JSON.stringify({ Version: '2012-10-17', Statement }) });
    await filter();
    await write('one');
    expect(await received()).toEqual([`${OTHER} one`]);
  });

  it('delivers nothing once it is deleted', async () => {
    await logs.deleteDestination({ destinationName: 'central' });
    await write('two');
    expect(await received()).toEqual([`${OTHER} one`]);
    await expect(filter()).rejects.toThrow('Could not deliver test message to specified destination. Check if the destination is valid.');
    await expect(logs.deleteDestination({ destinationName: 'central' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(logs.putDestinationPolicy({ destinationName: 'central', accessPolicy: '{}' })).rejects.toThrow('does not exist');
  });
});
