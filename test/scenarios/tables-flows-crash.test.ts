// kill -9 under a mixed load: transactions in one region and items in another of a global table with vectors, a pipe that follows its stream, and
// an import. After the restart nothing that was acknowledged is lost, in either region, in the vector index or behind the pipe.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttributeValue, DynamoDB, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { IAM } from '@aws-sdk/client-iam';
import { Pipes } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trust } from '../conformance/pipes/use-pipes.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { tableOf } from '../support/use-tables.ts';

const TableName = 'flows';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:changes';
const ROLE = 'arn:aws:iam::000000000000:role/pipes';
const CLIENTS = 4;
/** The emulator is killed after this many acknowledgements of a round. */
const ACKNOWLEDGED = [40, 120];
const IMPORTED = 5_000;
const DEADLINE_MS = 240_000;

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};
let [home, away]: [DynamoDB?, DynamoDB?] = [];
let sqs: SQS;

async function start() {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  [home, away, sqs] = [client(DynamoDB), client(DynamoDB, { region: 'eu-west-1' }), client(SQS)];
  return client;
}

/** Asks again until it is so; each question waits for its answer. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + DEADLINE_MS; Date.now() < endMs; ) if (await isSo()) return;
  throw new Error(`${what} took more than ${DEADLINE_MS} ms\n${emulator.log()}`);
}

const itemOf = (pk: string, n: number): Record<string, AttributeValue> => ({ pk: { S: pk }, look: { L: [{ N: String(n) }, { N: '1' }] } });

async function keysIn(db: DynamoDB, table: string): Promise<Set<string>> {
  const keys = new Set<string>();
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await db.scan({ TableName: table, ExclusiveStartKey });
    for (const { pk } of page.Items ?? []) keys.add(pk!.S!);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return keys;
}

/** Writes until the emulator is gone: transactions of two items at home, single items away. */
async function write(client: number, round: number, acknowledge: (...keys: string[]) => void): Promise<void> {
  for (let n = 0; emulator.exit === undefined; n++) {
    const id = `${round}-${client}-${n}`;
    const keys = client % 2 === 0 ? [`${id}/left`, `${id}/right`] : [`${id}/away`];
    try {
      const items = keys.map((pk) => itemOf(pk, n));
      if (items.length === 1) await away!.putItem({ TableName, Item: items[0] });
      else await home!.transactWriteItems({ TransactItems: items.map((Item) => ({ Put: { TableName, Item } })) });
    } catch {
      return;
    }
    acknowledge(...keys);
  }
}

const piped = new Set<string>();
async function receive(): Promise<void> {
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: 'changes', MaxNumberOfMessages: 10, WaitTimeSeconds: 1 });
  for (const { Body = '' } of Messages) piped.add(JSON.parse(Body).dynamodb.Keys.pk.S);
  const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
  if (Entries.length > 0) await sqs.deleteMessageBatch({ QueueUrl: 'changes', Entries });
}

describe.skipIf(isMissing('flows of tables', whyNoLongScenario()))('flows of tables', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tables-flows-crash-'));
    const client = await start();
    await client(IAM).createRole({ RoleName: 'pipes', AssumeRolePolicyDocument: trust('pipes.amazonaws.com') });
    await client(IAM).putRolePolicy({
      ...{ RoleName: 'pipes', PolicyName: 'all' },
      PolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['dynamodb:*', 'sqs:*'], Resource: '*' }],
      }),
    });
    await sqs.createQueue({ QueueName: 'changes' });
    await home!.createTable(
      tableOf(TableName, ['pk:S'], {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        VectorIndexes: [
          {
            ...{ IndexName: 'near', VectorAttribute: { AttributeName: 'look' }, Dimensions: 2, DistanceFunction: 'EUCLIDEAN' },
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      }),
    );
    await home!.updateTable({ TableName, ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] });
    await until('the replica', async () => (await away!.listTables({})).TableNames?.includes(TableName) === true);
    const { Table } = await home!.describeTable({ TableName });
    await client(Pipes).createPipe({
      ...{ Name: 'changes', Source: Table!.LatestStreamArn!, Target: QUEUE, RoleArn: ROLE },
      SourceParameters: { DynamoDBStreamParameters: { StartingPosition: 'TRIM_HORIZON', BatchSize: 10 } },
    });
    const s3 = client(S3);
    await s3.createBucket({ Bucket: 'source' });
    const lines = Array.from({ length: IMPORTED }, (_, n) => JSON.stringify({ Item: { pk: { S: `line ${n}` } } }));
    await s3.putObject({ Bucket: 'source', Key: 'lines', Body: lines.join('\n') });
  });
  afterAll(async () => {
    await emulator.kill('SIGKILL');
    close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lose nothing by kill -9', { timeout: 600_000 }, async () => {
    const acknowledged = new Set<string>();
    for (const [round, limit] of ACKNOWLEDGED.entries()) {
      let seen = 0;
      const acknowledge = (...keys: string[]): void => {
        for (const key of keys) acknowledged.add(key);
        if (++seen === limit) void emulator.kill('SIGKILL');
      };
      const ImportTarget = `imported-${round}`;
      const { ImportTableDescription } = await home!.importTable({
        ...{ S3BucketSource: { S3Bucket: 'source', S3KeyPrefix: 'lines' }, InputFormat: 'DYNAMODB_JSON' },
        TableCreationParameters: tableOf(ImportTarget, ['pk:S']) as never,
      });
      await Promise.all(Array.from({ length: CLIENTS }, (_, client) => write(client, round, acknowledge)));
      close();
      await start();

      const kept = await keysIn(home!, TableName);
      const halves = [...kept].filter((key) => key.endsWith('/left') && !kept.has(key.replace('/left', '/right')));
      expect(halves).toEqual([]);
      const lost = (keys: ReadonlySet<string>) => [...acknowledged].filter((key) => !keys.has(key));
      await until(
        'replication',
        async () => lost(await keysIn(home!, TableName)).length + lost(await keysIn(away!, TableName)).length === 0,
      );
      await until('the pipe', async () => {
        await receive();
        return lost(piped).length === 0;
      });
      const all = await keysIn(home!, TableName);
      const SearchVector = [{ N: '0' }, { N: '1' }];
      const { SearchResults = [] } = await home!.searchVectors({ TableName, IndexName: 'near', SearchVector, TopK: 100 });
      expect(SearchResults.length).toBe(Math.min(100, all.size));
      const { Table } = await home!.describeTable({ TableName });
      expect([Table!.ItemCount, Table!.VectorIndexes![0]!.ItemCount]).toEqual([all.size, all.size]);
      await until('the import', async () => {
        const { ImportTableDescription: now } = await home!.describeImport({ ImportArn: ImportTableDescription!.ImportArn });
        if (now!.ImportStatus === 'IN_PROGRESS') return false;
        expect(now).toMatchObject({ ImportStatus: 'COMPLETED', ImportedItemCount: IMPORTED });
        return true;
      });
      expect((await keysIn(home!, ImportTarget)).size).toBe(IMPORTED);
    }
  });
});
