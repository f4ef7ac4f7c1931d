// A mapping of a table stream in persistent mode: kill -9 loses none of the records of acknowledged writes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../../support/child.ts';
import { WAITER } from '../../support/until-passes.ts';
import { tableOf } from '../../support/use-tables.ts';
import { creation, handler } from './fixture.ts';

let directory: string;
let child: ChildEmulator | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'streams-durable-'));
});
afterEach(async () => {
  await child?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** Notes each record in a table before the function answers. */
const NOTES = `
  const { DynamoDB } = require('@aws-sdk/client-dynamodb');
  const db = new DynamoDB({});
  for (const { dynamodb } of event.Records) await db.putItem({ TableName: 'seen', Item: { pk: dynamodb.Keys.pk } });`;

it('goes on after each kill -9, and misses no record', async () => {
  const start = async () => {
    child = await startChild({ PERSISTENCE: '1', DATA_DIR: directory });
    return { endpoint: child.url, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 };
  };
  let config = await start();
  const lambda = new Lambda(config);
  let db = new DynamoDB(config);
  await lambda.createFunction(creation('notes', handler(NOTES)));
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'notes' });
  await db.createTable(tableOf('seen', ['pk:S']));
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' as const };
  const { TableDescription } = await db.createTable(tableOf('written', ['pk:S'], { StreamSpecification }));
  const EventSourceArn = TableDescription!.LatestStreamArn!;
  await lambda.createEventSourceMapping({ FunctionName: 'notes', EventSourceArn, StartingPosition: 'LATEST', BatchSize: 3 });
  const written = new Set<string>();
  for (const round of [0, 1, 2]) {
    const writing = (async () => {
      for (let n = 0; ; n++) {
        await db.putItem({ TableName: 'written', Item: { pk: { S: `${round}-${n}` } } });
        written.add(`${round}-${n}`);
      }
    })().catch(() => undefined);
    const enough = (round + 1) * 20;
    await expect.poll(() => written.size, { interval: 5 }).toBeGreaterThan(enough);
    await child!.kill('SIGKILL');
    await writing;
    config = await start();
    db = new DynamoDB(config);
  }
  const missing = async () => {
    const { Items = [] } = await db.scan({ TableName: 'seen' });
    const seen = new Set(Items.map(({ pk }) => pk!.S));
    return [...written].filter((id) => !seen.has(id));
  };
  await expect.poll(missing, { interval: 200 }).toEqual([]);
});
