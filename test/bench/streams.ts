// From PutItem to the first line of the function that follows the table's stream, its environment warm.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { json } from './door.ts';
import { fire, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const LIMIT_MS = 5;
const WARMING = 30;
const ITEMS = 100;
/** Between two items: each finds the environment idle. */
const PAUSE_MS = 15;

/** Milliseconds since 1970, with their fractions: the same in every process of this machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();

const rest = (path: string, input: object, expect: number): Shot => ({ ...json('lambda', '', '1.1', input), path, expect });
const table = (operation: string, input: object): Shot => json('dynamodb', `DynamoDB_20120810.${operation}`, '1.0', input);

const WRITING =
  "for (const { dynamodb } of event.Records) console.log('took', performance.timeOrigin + performance.now() - Number(dynamodb.NewImage.sentMs.N));";

export async function streamsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1' });
  const agent = new http.Agent({ keepAlive: true });
  const ask = async (shot: Shot): Promise<Record<string, unknown>> =>
    JSON.parse((await fire(emulator.url, agent, shot)) || '{}') as Record<string, unknown>;
  try {
    await prepare(ask);
    for (let i = 0; i < WARMING + ITEMS; i++) {
      const sentMs = i < WARMING ? 0 : nowMs();
      await ask(table('PutItem', { TableName: 'bench', Item: { pk: { S: `item ${i}` }, sentMs: { N: String(sentMs) } } }));
      await sleep(PAUSE_MS);
    }
    const times = await lines(ask);
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
    const what = 'PutItem to the first line of the function on its stream, p50 warm';
    return [{ what, figure: `${median.toFixed(2)} ms`, ratio: median, limit: LIMIT_MS }];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

async function prepare(ask: (shot: Shot) => Promise<Record<string, unknown>>): Promise<void> {
  const ZipFile = Buffer.from(handler(WRITING)).toString('base64');
  const settings = { FunctionName: 'first-line', Runtime: 'nodejs20.x', Role: ROLE, Handler: 'index.handler', Code: { ZipFile } };
  await ask(rest('/2015-03-31/functions', settings, 201));
  const created = await ask(
    table('CreateTable', {
      TableName: 'bench',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  const { LatestStreamArn: EventSourceArn } = created['TableDescription'] as { LatestStreamArn: string };
  const mapping = { FunctionName: 'first-line', EventSourceArn, StartingPosition: 'LATEST' };
  await ask(rest('/2015-03-31/event-source-mappings', mapping, 202));
}

/** The figures that the function wrote down, without the warming. */
async function lines(ask: (shot: Shot) => Promise<Record<string, unknown>>): Promise<number[]> {
  const times: number[] = [];
  let nextToken: string | undefined;
  do {
    const input = { logGroupName: '/aws/lambda/first-line', filterPattern: 'took', nextToken };
    const page = (await ask(json('logs', 'Logs_20140328.FilterLogEvents', '1.1', input))) as {
      events: { message: string }[];
      nextToken?: string;
    };
    for (const { message } of page.events) times.push(Number(/took ([\d.]+)/.exec(message)?.[1]));
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  const measured = times.filter((time) => time < 60_000);
  if (measured.length < ITEMS * 0.9) throw new Error(`${measured.length} of ${ITEMS} items reached the function`);
  return measured;
}
