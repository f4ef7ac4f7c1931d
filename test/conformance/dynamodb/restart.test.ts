// Tables of a data directory: items, indexes, tokens and expiries are there after a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { tableOf } from '../../support/use-tables.ts';

it('outlive the process', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tables-'));
  const start = () => startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
  const TableName = 'kept';
  let emulator = await start();
  let db = emulator.client(DynamoDB);
  await db.createTable(
    tableOf(TableName, ['pk:B', 'sk:S'], {
      AttributeDefinitions: [{ AttributeName: 'n', AttributeType: 'N' }],
      GlobalSecondaryIndexes: [
        { IndexName: 'by-n', KeySchema: [{ AttributeName: 'n', KeyType: 'HASH' }], Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
    }),
  );
  // The longest keys that there are, of bytes that need most room.
  const pk = { B: Buffer.alloc(2048) };
  const [first, second] = ['\u0001'.repeat(1024), 'é'.repeat(512)];
  for (const sk of [first, second])
    await db.putItem({ TableName, Item: { pk, sk: { S: sk }, n: { N: '7' }, text: { S: 'x'.repeat(100_000) } } });
  const TransactItems = [
    { Update: { TableName, Key: { pk, sk: { S: 'c' } }, UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': { N: '1' } } } },
  ];
  await db.transactWriteItems({ TransactItems, ClientRequestToken: 'token' });
  await emulator.stop();

  emulator = await start();
  db = emulator.client(DynamoDB);
  await db.transactWriteItems({ TransactItems, ClientRequestToken: 'token' });
  const { Items } = await db.query({ TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': pk } });
  expect(Items!.map(({ sk, n }) => [sk!.S, n!.N])).toEqual([
    [first, '7'],
    ['c', '1'],
    [second, '7'],
  ]);
  const found = await db.query({
    TableName,
    IndexName: 'by-n',
    KeyConditionExpression: 'n = :n',
    ExpressionAttributeValues: { ':n': { N: '7' } },
  });
  expect(found.Count).toBe(2);
  expect((await db.describeTable({ TableName })).Table).toMatchObject({ ItemCount: 3, GlobalSecondaryIndexes: [{ ItemCount: 3 }] });
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});
