// kill -9 in the middle of mixed writes, again and again: every acknowledged message, rule, object and pending delivery is there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, ListRulesCommand, PutEventsCommand, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, DeleteMessageBatchCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 20);
const LOAD_MS = 800;
const BIG = 'x'.repeat(100_000);

/** What the emulator acknowledged, and has not yet been seen again. */
interface Acknowledged {
  readonly messages: Set<string>;
  readonly events: Set<string>;
  readonly rules: Set<string>;
  readonly objects: Map<string, string>;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crash-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function clients(url: string) {
  const config = {
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    forcePathStyle: true,
  };
  return { sqs: new SQSClient(config), events: new EventBridgeClient(config), s3: new S3Client(config) };
}
type Clients = ReturnType<typeof clients>;

const queue = (url: string, name: string): string => `${url}/000000000000/${name}`;

async function prepare({ sqs, events, s3 }: Clients): Promise<void> {
  await sqs.send(new CreateQueueCommand({ QueueName: 'direct' }));
  const arn = 'arn:aws:sqs:us-east-1:000000000000:delivered';
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: arn }],
  });
  await sqs.send(new CreateQueueCommand({ QueueName: 'delivered', Attributes: { Policy } }));
  await events.send(new PutRuleCommand({ Name: 'all', EventPattern: '{"source":["crash"]}' }));
  await events.send(new PutTargetsCommand({ Rule: 'all', Targets: [{ Id: 'queue', Arn: arn }] }));
  await s3.send(new CreateBucketCommand({ Bucket: 'crash' }));
}

/** Writes of every kind until the process is killed; what was answered counts as acknowledged. */
async function load(emulator: ChildEmulator, { sqs, events, s3 }: Clients, round: number, acknowledged: Acknowledged): Promise<void> {
  let counter = 0;
  const forever = async (once: (id: string) => Promise<void>): Promise<void> => {
    while (emulator.exit === undefined) {
      const id = `${round}-${counter++}`;
      await once(id).catch(() => undefined);
    }
  };
  const writers = [
    async (id: string) => {
      await sqs.send(new SendMessageCommand({ QueueUrl: queue(emulator.url, 'direct'), MessageBody: id }));
      acknowledged.messages.add(id);
    },
    async (id: string) => {
      const { FailedEntryCount } = await events.send(
        new PutEventsCommand({ Entries: [{ Source: 'crash', DetailType: 'd', Detail: JSON.stringify({ id }) }] }),
      );
      if (FailedEntryCount === 0) acknowledged.events.add(id);
    },
    async (id: string) => {
      await events.send(new PutRuleCommand({ Name: `r-${id}`, EventPattern: '{"source":["never"]}' }));
      acknowledged.rules.add(`r-${id}`);
    },
    async (id: string) => {
      const body = Number(id.split('-')[1]) % 3 === 0 ? `${id}${BIG}` : id;
      await s3.send(new PutObjectCommand({ Bucket: 'crash', Key: id, Body: body }));
      acknowledged.objects.set(id, body);
    },
  ];
  const running = writers.flatMap((writer) => [forever(writer), forever(writer)]);
  await new Promise((resolve) => setTimeout(resolve, LOAD_MS));
  await emulator.kill('SIGKILL');
  await Promise.all(running);
}

async function drain(sqs: SQSClient, QueueUrl: string, seen: (body: string) => void, done: () => boolean): Promise<void> {
  const untilMs = Date.now() + 20_000;
  const reader = async (): Promise<void> => {
    while (!done() && Date.now() < untilMs) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: done() ? 0 : 1 }),
      );
      for (const { Body = '' } of Messages) seen(Body);
      if (Messages.length > 0)
        await sqs.send(
          new DeleteMessageBatchCommand({ QueueUrl, Entries: Messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle })) }),
        );
    }
  };
  await Promise.all([reader(), reader(), reader()]);
}

async function verify(url: string, { sqs, events, s3 }: Clients, { messages, events: sent, rules, objects }: Acknowledged): Promise<void> {
  await drain(
    sqs,
    queue(url, 'direct'),
    (body) => messages.delete(body),
    () => messages.size === 0,
  );
  await drain(
    sqs,
    queue(url, 'delivered'),
    (body) => sent.delete((JSON.parse(body) as { detail: { id: string } }).detail.id),
    () => sent.size === 0,
  );
  for (let token: string | undefined, more = true; more; more = token !== undefined) {
    const page = await events.send(new ListRulesCommand({ NextToken: token, Limit: 100 }));
    for (const { Name = '' } of page.Rules ?? []) rules.delete(Name);
    token = page.NextToken;
  }
  const listed = new Set<string>();
  for (let token: string | undefined, more = true; more; more = token !== undefined) {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: 'crash', ContinuationToken: token }));
    for (const { Key = '' } of page.Contents ?? []) listed.add(Key);
    token = page.NextContinuationToken;
  }
  for (const [key, body] of [...objects].slice(-10)) {
    const found = await s3.send(new GetObjectCommand({ Bucket: 'crash', Key: key }));
    if ((await found.Body?.transformToString()) !== body) throw new Error(`the object ${key} is another one`);
  }
  for (const key of listed) objects.delete(key);
}

describe('kill -9', () => {
  it(`${ROUNDS} times loses nothing that was acknowledged`, async () => {
    const environment = { PERSISTENCE: '1', DATA_DIR: folder };
    const acknowledged: Acknowledged = { messages: new Set(), events: new Set(), rules: new Set(), objects: new Map() };
    let total = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const emulator = await startChild(environment);
      const speaking = clients(emulator.url);
      if (round === 0) await prepare(speaking);
      else {
        total += acknowledged.messages.size + acknowledged.events.size + acknowledged.rules.size + acknowledged.objects.size;
        await verify(emulator.url, speaking, acknowledged);
        const lost = {
          messages: [...acknowledged.messages],
          events: [...acknowledged.events],
          rules: [...acknowledged.rules],
          objects: [...acknowledged.objects.keys()],
        };
        expect(lost, `round ${round}\n${emulator.log()}`).toEqual({ messages: [], events: [], rules: [], objects: [] });
      }
      if (round < ROUNDS) await load(emulator, speaking, round, acknowledged);
      else await emulator.kill('SIGTERM');
      for (const client of Object.values(speaking)) client.destroy();
    }
    console.log(`${total} acknowledged writes, all there`);
    expect(total).toBeGreaterThan(ROUNDS * 20);
  }, 300_000);
});
