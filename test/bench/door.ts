// The cost of a request on the server, against raw node:http that answers the same bytes.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPerRequest, fire, type Shot } from './load.ts';
import { rawServer, startBuilt, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const AUTHORIZATION = (service: string): string =>
  `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=0`;

export const json = (service: string, target: string, version: '1.0' | '1.1', input: object): Shot => ({
  headers: {
    'content-type': `application/x-amz-json-${version}`,
    ...(target && { 'x-amz-target': target }),
    authorization: AUTHORIZATION(service),
  },
  body: JSON.stringify(input),
});

export async function doorBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const agent = new http.Agent({ keepAlive: true });
  const ask = async (shot: Shot): Promise<Record<string, string>> =>
    JSON.parse((await fire(emulator.url, agent, shot)) || '{}') as Record<string, string>;
  try {
    const { QueueUrl = '' } = await ask(json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName: 'bench' }));
    const send = json('sqs', 'AmazonSQS.SendMessage', '1.0', { QueueUrl, MessageBody: 'x'.repeat(100) });
    const floor = await startFloor(rawServer(await fire(emulator.url, agent, send)));
    const costs = await cpuPerRequest(floor, emulator, send);
    await floor.stop();
    return [
      {
        what: 'server CPU per SendMessage',
        ...compared(costs),
        limit: 2.5,
      },
      await putEvents(emulator, ask),
    ];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`;

const RULES = 10;

async function putEvents(
  emulator: Awaited<ReturnType<typeof startBuilt>>,
  ask: (shot: Shot) => Promise<Record<string, string>>,
): Promise<BenchRow> {
  for (let i = 0; i < RULES; i++) {
    const pattern = i === 0 ? { source: ['bench'] } : { source: ['bench'], detail: { kind: [`other-${i}`] } };
    await ask(json('events', 'AWSEvents.PutRule', '1.1', { Name: `rule-${i}`, EventPattern: JSON.stringify(pattern) }));
  }
  const Entries = Array.from({ length: 10 }, (_, i) => ({
    Source: 'bench',
    DetailType: 'made',
    Detail: JSON.stringify({ kind: 'order', id: i, total: 120 }),
  }));
  const put = json('events', 'AWSEvents.PutEvents', '1.1', { Entries });
  const agent = new http.Agent({ keepAlive: true });
  const floor = await startFloor(rawServer(await fire(emulator.url, agent, put)));
  agent.destroy();
  const costs = await cpuPerRequest(floor, emulator, put, { ...LOAD, prepare: freshQueues(ask) });
  await floor.stop();
  return {
    what: 'server CPU per PutEvents of 10 entries to 10 rules, into one queue',
    ...compared(costs),
    limit: 3.5,
  };
}

const compared = ([raw, ours]: readonly [number, number]) => ({
  figure: `${ours.toFixed(0)} µs`,
  ratio: ours / raw,
  floor: `${raw.toFixed(0)} µs, raw node:http`,
});

/** Many rounds, so that both are compiled as well as they will ever be: after a tenth of them it is still half as slow again. */
const LOAD = { count: 1000, rounds: 40 };

/** Gives all rules one new queue as their target and deletes the one before: what lies in a queue is the business of another row. */
function freshQueues(ask: (shot: Shot) => Promise<Record<string, string>>): () => Promise<void> {
  let before: string | undefined;
  let made = 0;
  return async () => {
    const QueueName = `events-${++made}`;
    const Arn = queueArn(QueueName);
    const statement = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Arn };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
    const { QueueUrl } = await ask(json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName, Attributes: { Policy } }));
    for (let i = 0; i < RULES; i++)
      await ask(json('events', 'AWSEvents.PutTargets', '1.1', { Rule: `rule-${i}`, Targets: [{ Id: 'queue', Arn }] }));
    if (before !== undefined) await ask(json('sqs', 'AmazonSQS.DeleteQueue', '1.0', { QueueUrl: before }));
    before = QueueUrl;
    await sleep(100);
  };
}
