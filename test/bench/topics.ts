// The cost of publishing on the server: a message without subscribers, to one queue in each form, to ten queues, and to a thousand.

import { type Asking, asking } from './asking.ts';
import { costRow, sendShot } from './beside-send.ts';
import { json } from './door.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { type Measured, startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const QUEUES = 1_000;
const FAN_OUT_LIMIT_US = 25_000;
const AT_ONCE = 20;
/** Enough rounds for the first kind of message to be compiled as well as the others. */
const LOAD = { count: 600, rounds: 12 };

const AUTHORIZATION = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sns/aws4_request, SignedHeaders=host, Signature=0';

const query = (Action: string, members: Readonly<Record<string, string>>): Shot => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: AUTHORIZATION },
  body: new URLSearchParams({ Action, Version: '2010-03-31', ...members }).toString(),
});
const topicArn = (name: string): string => `arn:aws:sns:us-east-1:000000000000:${name}`;
const publish = (name: string, more: Readonly<Record<string, string>> = {}): Shot =>
  query('Publish', { TopicArn: topicArn(name), Message: 'x'.repeat(100), ...more });
const attribute = (name: string, value: string) => ({
  'MessageAttributes.entry.1.Name': name,
  'MessageAttributes.entry.1.Value.DataType': 'String',
  'MessageAttributes.entry.1.Value.StringValue': value,
});

const RAW = { RawMessageDelivery: 'true' };
const FIFO = { FifoTopic: 'true' };

/** Each message is another one: a FIFO topic takes none twice. */
function publishInOrder(): () => Shot {
  let sent = 0;
  return () => publish('one.fifo', { MessageGroupId: 'g', MessageDeduplicationId: String(++sent) });
}

/** Microseconds per Publish on a machine on which SendMessage takes 53. */
const costs = () => [
  { to: 'no subscriber', shot: publish('nobody'), limitUs: 80 },
  { to: 'one queue, raw', shot: publish('raw'), limitUs: 110 },
  { to: 'one FIFO queue', shot: publishInOrder(), limitUs: 110 },
  { to: 'one queue, signed', shot: publish('one'), limitUs: 520 },
  { to: 'ten queues with filter policies, signed', shot: publish('ten', attribute('kind', 'order')), limitUs: 650 },
];

export async function topicsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const client = asking(emulator.url);
  try {
    await subscribeAll(client);
    const send = await sendShot(client.ask);
    const rows: BenchRow[] = [];
    for (const { to, ...cost } of costs())
      rows.push(await costRow(emulator, send, { what: `Publish to a topic with ${to}`, ...cost, ...LOAD }));
    rows.push(await fanOutRow(emulator, send));
    return rows;
  } finally {
    client.close();
    await emulator.stop();
  }
}

async function fanOutRow(server: Measured, send: Shot): Promise<BenchRow> {
  const [, ours] = await cpuInTurns({ server, shot: send }, { server, shot: publish('many') }, { count: 10, rounds: 5 });
  return {
    what: `server CPU per Publish to ${QUEUES} queues`,
    figure: `${(ours / 1000).toFixed(1)} ms`,
    ratio: ours,
    limit: FAN_OUT_LIMIT_US,
  };
}

async function subscribeAll({ fire }: Asking): Promise<void> {
  for (const name of ['nobody', 'one', 'raw', 'ten', 'many']) await fire(query('CreateTopic', { Name: name }));
  await fire(query('CreateTopic', { Name: 'one.fifo', ...entries('Attributes', FIFO) }));
  await subscribeQueue('one', 'bench-one', {}, fire);
  await subscribeQueue('raw', 'bench-raw', RAW, fire);
  await subscribeQueue('one.fifo', 'bench-one.fifo', {}, fire);
  for (let i = 0; i < 10; i++) await subscribeQueue('ten', `bench-ten-${i}`, { FilterPolicy: `{"kind":["order","other-${i}"]}` }, fire);
  for (let first = 0; first < QUEUES; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => subscribeQueue('many', `bench-${first + i}`, RAW, fire)));
}

/** A map, as forms have it. */
const entries = (name: string, map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(map).flatMap(([key, value], i) => [
      [`${name}.entry.${i + 1}.key`, key],
      [`${name}.entry.${i + 1}.value`, value],
    ]),
  );

async function subscribeQueue(
  topic: string,
  name: string,
  settings: Readonly<Record<string, string>>,
  fire: Asking['fire'],
): Promise<void> {
  const Endpoint = `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const statement = { Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Endpoint };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  const Attributes = { Policy, ...(name.endsWith('.fifo') && { FifoQueue: 'true' }) };
  await fire(json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName: name, Attributes }));
  await fire(query('Subscribe', { TopicArn: topicArn(topic), Protocol: 'sqs', Endpoint, ...entries('Attributes', settings) }));
}
