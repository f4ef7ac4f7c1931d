// Changes that wait for a data stream are delivered after a restart, once and in order.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { tableOf } from '../../support/use-tables.ts';

it('survive the process', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'changes-'));
  const start = () => startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR }, clock: 'manual' });
  const [TableName, StreamName] = ['kept', 'changes'];
  let emulator = await start();
  const kinesis = emulator.client(Kinesis);
  await kinesis.createStream({ StreamName, ShardCount: 1 });
  let db = emulator.client(DynamoDB);
  await db.createTable(tableOf(TableName, ['id:S']));
  const StreamArn = (await kinesis.describeStreamSummary({ StreamName })).StreamDescriptionSummary!.StreamARN!;
  await db.enableKinesisStreamingDestination({ TableName, StreamArn });
  // Without a stream the changes wait.
  await kinesis.deleteStream({ StreamName });
  for (let n = 0; n < 250; n++) await db.putItem({ TableName, Item: { id: { S: String(n) } } });
  await emulator.stop();

  emulator = await start();
  const again = emulator.client(Kinesis);
  await again.createStream({ StreamName, ShardCount: 1 });
  await emulator.clock.advance('10m');
  await emulator.idle();
  db = emulator.client(DynamoDB);
  await db.putItem({ TableName, Item: { id: { S: 'last' } } });
  await emulator.idle();
  const where = { StreamName, ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' } as const;
  const { Records } = await again.getRecords({ ShardIterator: (await again.getShardIterator(where)).ShardIterator! });
  const ids = Records!.map(
    ({ Data }) => (JSON.parse(Buffer.from(Data!).toString()) as { dynamodb: { Keys: { id: { S: string } } } }).dynamodb.Keys.id.S,
  );
  expect(ids).toEqual([...Array.from({ length: 250 }, (_, n) => String(n)), 'last']);
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});
