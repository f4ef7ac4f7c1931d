// The cost of publishing on the server: a message without subscribers, to one queue, and to a thousand queues.
import http from 'node:http';
import { cpuPerRequest, fire, type Shot } from './load.ts';
import { rawServer, startBuilt, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const QUEUES = 1_000;
const FAN_OUT_LIMIT_US = 25_000;
const AT_ONCE = 20;

const AUTHORIZATION = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sns/aws4_request, SignedHeaders=host, Signature=0';

const query = (Action: string, members: Readonly<Record<string, string>>, service = 'sns', Version = '2010-03-31'): Shot => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: AUTHORIZATION.replace('/sns/', `/${service}/`) },
  body: new URLSearchParams({ Action, Version, ...members }).toString(),
});
const topicArn = (name: string): string => `arn:aws:sns:us-east-1:000000000000:${name}`;
const publish = (name: string): Shot => query('Publish', { TopicArn: topicArn(name), Message: 'x'.repeat(100) });

export async function topicsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const agent = new http.Agent({ keepAlive: true });
  const ask = (shot: Shot): Promise<string> => fire(emulator.url, agent, shot);
  try {
    for (const name of ['nobody', 'one', 'raw', 'many']) await ask(query('CreateTopic', { Name: name }));
    await subscribeQueue('one', 'bench-one', false, ask);
    await subscribeQueue('raw', 'bench-raw', true, ask);
    for (let first = 0; first < QUEUES; first += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => subscribeQueue('many', `bench-${first + i}`, true, ask)));
    const floor = await startFloor(rawServer(await ask(publish('nobody'))));
    const cost = (name: string, count: number, rounds: number) => cpuPerRequest(floor, emulator, publish(name), { count, rounds });
    const rows: BenchRow[] = [];
    for (const [name, what] of [
      ['nobody', 'no subscriber'],
      ['raw', 'one queue, raw'],
      ['one', 'one queue, signed'],
    ] as const) {
      const [raw, ours] = await cost(name, 1_000, 5);
      const figure = `${ours.toFixed(0)} µs`;
      rows.push({
        what: `server CPU per Publish to a topic with ${what}`,
        figure,
        ratio: ours / raw,
        floor: `${raw.toFixed(0)} µs, raw node:http`,
      });
    }
    const [, ours] = await cost('many', 10, 5);
    rows.push({
      what: `server CPU per Publish to ${QUEUES} queues`,
      figure: `${(ours / 1000).toFixed(1)} ms`,
      ratio: ours,
      limit: FAN_OUT_LIMIT_US,
    });
    await floor.stop();
    return rows;
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

async function subscribeQueue(topic: string, name: string, isRaw: boolean, ask: (shot: Shot) => Promise<string>): Promise<void> {
  const Endpoint = `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const statement = { Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Endpoint };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  const attributes = { 'Attribute.1.Name': 'Policy', 'Attribute.1.Value': policy };
  await ask(query('CreateQueue', { QueueName: name, ...attributes }, 'sqs', '2012-11-05'));
  const raw = { 'Attributes.entry.1.key': 'RawMessageDelivery', 'Attributes.entry.1.value': String(isRaw) };
  await ask(query('Subscribe', { TopicArn: topicArn(topic), Protocol: 'sqs', Endpoint, ...raw }));
}
