// Events on their way to queues, end to end over HTTP: how many deliveries a second, and how soon a waiting receiver has the message.
import http from 'node:http';
import { json } from './door.ts';
import { fire, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const QUEUES = 10;
const ENTRIES = 10;
const REQUESTS = 300;
const CONNECTIONS = 8;
const WARMING = 60;
const WAITS = 100;
const MIN_DELIVERIES_PER_SECOND = 3000;
const LIMIT_MS = 3;

type Ask = (shot: Shot) => Promise<Record<string, unknown>>;

const sqs = (operation: string, input: object): Shot => json('sqs', `AmazonSQS.${operation}`, '1.0', input);
const events = (operation: string, input: object): Shot => json('events', `AWSEvents.${operation}`, '1.1', input);
const putting = (count: number, Source: string): Shot =>
  events('PutEvents', { Entries: Array.from({ length: count }, (_, i) => ({ Source, DetailType: 'made', Detail: `{"id":${i}}` })) });

export async function eventDeliveriesBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS + 1 });
  const ask: Ask = async (shot) => JSON.parse((await fire(emulator.url, agent, shot)) || '{}') as Record<string, unknown>;
  try {
    const urls: string[] = [];
    for (let i = 0; i < QUEUES; i++) urls.push(await queueWithRule(`bench-${i}`, 'all', ask));
    const waiting = await queueWithRule('waiting', 'one', ask);
    return [await deliveriesPerSecond(urls, ask), await untilReceived(waiting, ask)];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

/** A queue that gets every event of the source. Answers its URL. */
async function queueWithRule(name: string, source: string, ask: Ask): Promise<string> {
  const Arn = `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const statement = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Arn };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  const { QueueUrl } = await ask(sqs('CreateQueue', { QueueName: name, Attributes: { Policy } }));
  await ask(events('PutRule', { Name: name, EventPattern: JSON.stringify({ source: [source] }) }));
  await ask(events('PutTargets', { Rule: name, Targets: [{ Id: 'queue', Arn }] }));
  return String(QueueUrl);
}

async function countIn(urls: readonly string[], ask: Ask): Promise<number> {
  let count = 0;
  for (const QueueUrl of urls) {
    const { Attributes } = await ask(sqs('GetQueueAttributes', { QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }));
    count += Number((Attributes as Record<string, string>)['ApproximateNumberOfMessages']);
  }
  return count;
}

/** Each request has ten entries, each of which goes to all queues. Queues take events in the write that publishes them. */
async function deliveriesPerSecond(urls: readonly string[], ask: Ask): Promise<BenchRow> {
  const shot = putting(ENTRIES, 'all');
  const send = async (requests: number): Promise<void> => {
    let left = requests;
    const caller = async (): Promise<void> => {
      while (left-- > 0) await ask(shot);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  };
  await send(WARMING);
  const startedAt = performance.now();
  await send(REQUESTS);
  const seconds = (performance.now() - startedAt) / 1000;
  const arrived = await countIn(urls, ask);
  const expected = (WARMING + REQUESTS) * ENTRIES * QUEUES;
  if (arrived !== expected) throw new Error(`${arrived} of ${expected} deliveries arrived`);
  const perSecond = (REQUESTS * ENTRIES * QUEUES) / seconds;
  return {
    what: 'deliveries from PutEvents of 10 entries to 10 queues',
    figure: `${Math.round(perSecond).toLocaleString('en')} a second`,
    ratio: MIN_DELIVERIES_PER_SECOND / perSecond,
    limit: 1,
    floor: `${MIN_DELIVERIES_PER_SECOND.toLocaleString('en')} a second`,
  };
}

/** From the sending of a PutEvents to the answer of the ReceiveMessage that waited for it. */
async function untilReceived(QueueUrl: string, ask: Ask): Promise<BenchRow> {
  const receive = sqs('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20, AttributeNames: [] });
  const times: number[] = [];
  for (let i = 0; i < WARMING + WAITS; i++) {
    const received = ask(receive);
    // The receiver waits before the event is sent: an answer to another request on the same port says that it was read.
    await ask(sqs('GetQueueUrl', { QueueName: 'waiting' }));
    const sentAt = performance.now();
    await ask(putting(1, 'one'));
    const { Messages } = await received;
    if (i >= WARMING) times.push(performance.now() - sentAt);
    const [message] = Messages as { ReceiptHandle: string }[];
    await ask(sqs('DeleteMessage', { QueueUrl, ReceiptHandle: message!.ReceiptHandle }));
  }
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  return { what: 'PutEvents to the message of a waiting receiver, p50', figure: `${median.toFixed(2)} ms`, ratio: median, limit: LIMIT_MS };
}
