// kill -9 under a load of transactions: every acknowledged item is there after the restart, no transaction is there by halves, the stream holds a
// record of each item, and a backup from the midst of it holds whole transactions, too.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB, type ScanCommandOutput, type TransactWriteItem, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { WAITER } from '../support/until-passes.ts';

const ROUNDS = 2;
const CLIENTS = 8;
/** The emulator is killed after this many acknowledgements of a round. */
const ACKNOWLEDGED = [15, 150];
const TableName = 'accounts';

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};
let db: DynamoDB;
let streams: DynamoDBStreams;

async function start(): Promise<void> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  [db, streams] = [client(DynamoDB), client(DynamoDBStreams)];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tables-crash-'));
  await start();
  await db.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'owner'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-owner', KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }], Projection: { ProjectionType: 'KEYS_ONLY' } },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  await db.updateContinuousBackups({ TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
});
afterAll(async () => {
  await emulator.kill('SIGKILL');
  close();
  rmSync(folder, { recursive: true, force: true });
});

const half = (id: string, side: string, owner: string): TransactWriteItem => ({
  Put: { TableName, Item: { pk: { S: `${id}/${side}` }, owner: { S: owner } }, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Two items and a count in each transaction, until the emulator is gone. */
async function write(client: number, round: number, acknowledge: (id: string) => void): Promise<void> {
  const owner = `client ${client}`;
  const count: TransactWriteItem = {
    Update: {
      ...{ TableName, Key: { pk: { S: `count ${client}` } } },
      ...{ UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': { N: '1' } } },
    },
  };
  for (let n = 0; emulator.exit === undefined; n++) {
    const id = `${round}-${client}-${n}`;
    try {
      await db.transactWriteItems({ TransactItems: [half(id, 'left', owner), count, half(id, 'right', owner)] });
    } catch {
      return;
    }
    acknowledge(id);
  }
}

async function scanned(table: string): Promise<{ ids: Map<string, number>; counts: Map<string, number> }> {
  const ids = new Map<string, number>();
  const counts = new Map<string, number>();
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await db.scan({ TableName: table, ExclusiveStartKey });
    for (const { pk, n } of Items) {
      const [id = ''] = pk!.S!.split('/');
      if (n) counts.set(id, Number(n.N));
      else ids.set(id, (ids.get(id) ?? 0) + 1);
    }
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { ids, counts };
}

/** The names of all items of which the stream has a record of their being made. */
async function streamed(): Promise<Set<string>> {
  const { Table } = await db.describeTable({ TableName });
  const StreamArn = Table!.LatestStreamArn!;
  const { StreamDescription } = await streams.describeStream({ StreamArn });
  const ShardId = StreamDescription!.Shards![0]!.ShardId!;
  const names = new Set<string>();
  let { ShardIterator } = await streams.getShardIterator({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
  for (;;) {
    const { Records = [], NextShardIterator } = await streams.getRecords({ ShardIterator });
    for (const { eventName, dynamodb } of Records) if (eventName === 'INSERT') names.add(dynamodb!.Keys!['pk']!.S!);
    if (Records.length === 0 || !NextShardIterator) return names;
    ShardIterator = NextShardIterator;
  }
}

async function expectWhole(table: string, acknowledged: ReadonlySet<string>): Promise<void> {
  const { ids, counts } = await scanned(table);
  expect([...ids].filter(([, halves]) => halves !== 2)).toEqual([]);
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  for (let client = 0; client < CLIENTS; client++) {
    const own = [...ids.keys()].filter((id) => id.split('-')[1] === String(client));
    expect(counts.get(`count ${client}`) ?? 0).toBe(own.length);
  }
}

it(`kill -9, ${ROUNDS} times, loses no acknowledged item and leaves no half transaction`, async () => {
  const acknowledged = new Set<string>();
  let early: { readonly arn: string; readonly before: ReadonlySet<string> } | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    let seen = 0;
    const acknowledge = (id: string): void => {
      acknowledged.add(id);
      if (++seen === ACKNOWLEDGED[round]) void emulator.kill('SIGKILL');
    };
    const writers = Array.from({ length: CLIENTS }, (_, client) => write(client, round, acknowledge));
    if (round === 1) {
      const before = new Set(acknowledged);
      const { BackupDetails } = await db.createBackup({ TableName, BackupName: 'amid' });
      early = { arn: BackupDetails!.BackupArn!, before };
    }
    await Promise.all(writers);
    close();
    await start();
    await expectWhole(TableName, acknowledged);
    const names = await streamed();
    const { ids } = await scanned(TableName);
    expect([...ids.keys()].filter((id) => !names.has(`${id}/left`) || !names.has(`${id}/right`))).toEqual([]);
    const { Count } = await db.query({
      ...{ TableName, IndexName: 'by-owner', KeyConditionExpression: '#o = :o', ExpressionAttributeNames: { '#o': 'owner' } },
      ...{ ExpressionAttributeValues: { ':o': { S: 'client 0' } } },
    });
    expect(Count).toBe(2 * [...ids.keys()].filter((id) => id.split('-')[1] === '0').length);
  }
  await db.restoreTableFromBackup({ BackupArn: early!.arn, TargetTableName: 'amid' });
  await waitUntilTableExists({ client: db, ...WAITER }, { TableName: 'amid' });
  await expectWhole('amid', early!.before);
});
