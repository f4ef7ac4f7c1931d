// What a request costs the server, against raw node:http that answers the same bytes.
import http from 'node:http';
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
    JSON.parse(await fire(emulator.url, agent, shot)) as Record<string, string>;
  try {
    const { QueueUrl = '' } = await ask(json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName: 'bench' }));
    const send = json('sqs', 'AmazonSQS.SendMessage', '1.0', { QueueUrl, MessageBody: 'x'.repeat(100) });
    const floor = await startFloor(rawServer(await fire(emulator.url, agent, send)));
    const raw = await cpuPerRequest(floor, send);
    const sending = await cpuPerRequest(emulator, send);
    await floor.stop();
    return [
      {
        what: 'server CPU per SendMessage',
        figure: `${sending.toFixed(0)} µs`,
        ratio: sending / raw,
        limit: 2.5,
        floor: `${raw.toFixed(0)} µs, raw node:http`,
      },
      await putEvents(emulator, ask),
    ];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

async function putEvents(
  emulator: Awaited<ReturnType<typeof startBuilt>>,
  ask: (shot: Shot) => Promise<Record<string, string>>,
): Promise<BenchRow> {
  const { QueueUrl = '' } = await ask(json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName: 'events' }));
  const arn = 'arn:aws:sqs:us-east-1:000000000000:events';
  const policy = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: arn }],
  };
  await ask(json('sqs', 'AmazonSQS.SetQueueAttributes', '1.0', { QueueUrl, Attributes: { Policy: JSON.stringify(policy) } })).catch(
    () => ({}),
  );
  for (let i = 0; i < 10; i++) {
    const pattern = i === 0 ? { source: ['bench'] } : { source: ['bench'], detail: { kind: [`other-${i}`] } };
    await ask(json('events', 'AWSEvents.PutRule', '1.1', { Name: `rule-${i}`, EventPattern: JSON.stringify(pattern) }));
    await ask(json('events', 'AWSEvents.PutTargets', '1.1', { Rule: `rule-${i}`, Targets: [{ Id: 'queue', Arn: arn }] }));
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
  const raw = await cpuPerRequest(floor, put, { count: 500, rounds: 5 });
  const putting = await cpuPerRequest(emulator, put, { count: 500, rounds: 5 });
  await floor.stop();
  return {
    what: 'server CPU per PutEvents of 10 entries to 10 rules, into one queue',
    figure: `${putting.toFixed(0)} µs`,
    ratio: putting / raw,
    limit: 3.5,
    floor: `${raw.toFixed(0)} µs, raw node:http`,
  };
}
