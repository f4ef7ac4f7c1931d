// Targets receive the messages of a queue in batches, each with its parameters.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { describe, expect, it } from 'vitest';
import { functionArn, pipeArn, queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();
const SHOW = `console.log('SEEN ' + JSON.stringify(event));`;
const BUS = 'arn:aws:events:us-east-1:000000000000:event-bus/default';

/** The events that a function with the code above has received so far. */
const seen = (name: string): unknown[] =>
  fixture.emulator.lines
    .filter((line) => line.includes(`${name}: `) && line.includes('SEEN '))
    .map((line) => JSON.parse(line.slice(line.indexOf('SEEN ') + 5)) as unknown);
const read = (text: string | undefined): unknown => JSON.parse(text ?? 'null');

describe('a queue', () => {
  const target = async (suffix = '') => {
    const name = `${fixture.name('target')}${suffix}`;
    await fixture.makeQueue(name, suffix === '' ? {} : { ContentBasedDeduplication: 'false' });
    return name;
  };

  it('receives each record as the event of a message', async () => {
    const name = await target();
    await fixture.pipe(queueArn(name));
    await fixture.send(fixture.source, 'hello');
    expect((await fixture.bodies(name)).map(read)).toEqual([
      {
        messageId: expect.any(String),
        receiptHandle: expect.any(String),
        body: 'hello',
        attributes: expect.objectContaining({ ApproximateReceiveCount: '1' }),
        messageAttributes: {},
        md5OfMessageAttributes: null,
        md5OfBody: '5d41402abc4b2a76b9719d911017c592',
        eventSource: 'aws:sqs',
        eventSourceARN: queueArn(fixture.source),
        awsRegion: 'us-east-1',
      },
    ]);
    expect(await fixture.left(fixture.source)).toEqual([0, 0]);
  });

  it('receives what the template makes of each', async () => {
    const name = await target();
    await fixture.pipe(queueArn(name), { TargetParameters: { InputTemplate: '{"id": <$.body.id>, "pipe": "<aws.pipes.pipe-arn>"}' } });
    await fixture.send(fixture.source, '{"id":12345678901234567890}', '{"id":"two"}');
    const [{ Name } = {}] = (await fixture.pipes.listPipes({ SourcePrefix: queueArn(fixture.source) })).Pipes ?? [];
    expect((await fixture.bodies(name)).sort()).toEqual([
      `{"id": "two", "pipe": "${pipeArn(Name!)}"}`,
      `{"id": 12345678901234567890, "pipe": "${pipeArn(Name!)}"}`,
    ]);
  });

  it('receives only what a filter lets through, and the rest is deleted', async () => {
    const name = await target();
    const Filters = [{ Pattern: '{"body":{"kind":["a"]}}' }, { Pattern: '{"body":[{"prefix":"plain"}]}' }];
    await fixture.pipe(queueArn(name), {
      SourceParameters: { FilterCriteria: { Filters } },
      TargetParameters: { InputTemplate: '<$.body>' },
    });
    await fixture.send(fixture.source, '{"kind":"a"}', '{"kind":"b"}', 'plain text', 'other');
    expect((await fixture.bodies(name)).sort()).toEqual(['plain text', '{"kind":"a"}']);
    expect(await fixture.left(fixture.source)).toEqual([0, 0]);
    expect(fixture.emulator.lines.some((line) => line.includes(`2 records of ${queueArn(fixture.source)} matched no filter`))).toBe(true);
  });

  it('in order receives group and deduplication id from the event', async () => {
    const name = await target('.fifo');
    const SqsQueueParameters = { MessageGroupId: '$.body.customer', MessageDeduplicationId: '$.messageId' };
    await fixture.pipe(queueArn(name), { TargetParameters: { InputTemplate: '<$.body.n>', SqsQueueParameters } });
    await fixture.send(fixture.source, '{"customer":"c1","n":1}');
    const [message] = await fixture.receive(name);
    expect([message?.Body, message?.Attributes?.MessageGroupId]).toEqual(['1', 'c1']);
    expect(message?.Attributes?.MessageDeduplicationId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('in order receives the order of a queue that has one', async () => {
    const [from, to] = [`${fixture.name('from')}.fifo`, await target('.fifo')];
    await fixture.makeQueue(from, { ContentBasedDeduplication: 'true' });
    const SqsQueueParameters = { MessageGroupId: '$.attributes.MessageGroupId', MessageDeduplicationId: '$.messageId' };
    await fixture.pipe(queueArn(to), { Source: queueArn(from), TargetParameters: { InputTemplate: '<$.body>', SqsQueueParameters } });
    const QueueUrl = `${fixture.emulator.url}/000000000000/${from}`;
    for (const MessageBody of ['1', '2', '3']) await fixture.sqs.sendMessage({ QueueUrl, MessageBody, MessageGroupId: 'g' });
    await fixture.emulator.idle();
    expect(await fixture.bodies(to)).toEqual(['1', '2', '3']);
  });

  it('receives a batch when its window closes', async () => {
    const name = await target();
    const SourceParameters = { SqsQueueParameters: { BatchSize: 10, MaximumBatchingWindowInSeconds: 20 } };
    await fixture.pipe(queueArn(name), { SourceParameters, TargetParameters: { InputTemplate: '<$.body>' } });
    await fixture.send(fixture.source, 'a');
    await fixture.advance('19s');
    expect(await fixture.bodies(name)).toEqual([]);
    await fixture.send(fixture.source, 'b');
    await fixture.advance('1s');
    expect((await fixture.bodies(name)).sort()).toEqual(['a', 'b']);
  });

  it('receives a batch of one group of a FIFO queue when its window closes, or when it is full', async () => {
    const [from, to] = [`${fixture.name('from')}.fifo`, await target()];
    await fixture.makeQueue(from, { ContentBasedDeduplication: 'true' });
    const SourceParameters = { SqsQueueParameters: { BatchSize: 4, MaximumBatchingWindowInSeconds: 10 } };
    await fixture.pipe(queueArn(to), { Source: queueArn(from), SourceParameters, TargetParameters: { InputTemplate: '<$.body>' } });
    const QueueUrl = `${fixture.emulator.url}/000000000000/${from}`;
    const send = async (...texts: string[]): Promise<void> => {
      for (const MessageBody of texts) await fixture.sqs.sendMessage({ QueueUrl, MessageBody, MessageGroupId: 'g' });
    };
    await send('1', '2');
    await fixture.advance('9s');
    expect(await fixture.bodies(to)).toEqual([]);
    await send('3');
    await fixture.advance('2s');
    expect((await fixture.bodies(to)).sort()).toEqual(['1', '2', '3']);
    await send('4', '5', '6', '7', '8');
    await fixture.emulator.idle();
    expect((await fixture.bodies(to)).sort()).toEqual(['4', '5', '6', '7']);
  });
});

it('a window as long as the visibility timeout of the queue hands each record over once', async () => {
  const name = fixture.name('once');
  await fixture.makeQueue(name);
  const SourceParameters = { SqsQueueParameters: { MaximumBatchingWindowInSeconds: 30 } };
  await fixture.pipe(queueArn(name), { SourceParameters, TargetParameters: { InputTemplate: '<$.body>' } });
  await fixture.send(fixture.source, 'a');
  await fixture.advance('60s');
  expect([await fixture.bodies(name), await fixture.left(fixture.source)]).toEqual([['a'], [0, 0]]);
});

describe('a function', () => {
  it('receives a batch as a list, and is waited for', async () => {
    const name = fixture.name('waited');
    await fixture.create(name, SHOW);
    await fixture.pipe(functionArn(name), {
      SourceParameters: { SqsQueueParameters: { BatchSize: 2, MaximumBatchingWindowInSeconds: 30 } },
      TargetParameters: { InputTemplate: '{"said": <$.body>}' },
    });
    await fixture.send(fixture.source, 'a', 'b');
    expect(seen(name)).toEqual([expect.arrayContaining([{ said: 'a' }, { said: 'b' }])]);
  });

  it('receives text as JSON strings, also one alone', async () => {
    const name = fixture.name('texts');
    await fixture.create(name, SHOW);
    await fixture.pipe(functionArn(name), { TargetParameters: { InputTemplate: 'hello <$.body>' } });
    await fixture.send(fixture.source, 'you');
    expect(seen(name)).toEqual([['hello you']]);
  });

  it('may be invoked without waiting', async () => {
    const name = fixture.name('forgotten');
    await fixture.create(name, `${SHOW} throw new Error('nobody hears');`);
    const LambdaFunctionParameters = { InvocationType: 'FIRE_AND_FORGET' } as const;
    await fixture.pipe(functionArn(name), { TargetParameters: { InputTemplate: '{"n": <$.body>}', LambdaFunctionParameters } });
    await fixture.send(fixture.source, '[1]');
    expect(seen(name)[0]).toEqual([{ n: [1] }]);
    expect(await fixture.left(fixture.source)).toEqual([0, 0]);
  });
});

/** A queue that receives events of that source. */
async function listen(source: string, EventBusName = 'default'): Promise<string> {
  const name = fixture.name('heard');
  const policy = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: '*' }],
  };
  await fixture.makeQueue(name, { Policy: JSON.stringify(policy) });
  const events = fixture.emulator.client(EventBridge);
  await events.putRule({ Name: name, EventBusName, EventPattern: JSON.stringify({ source: [source] }) });
  await events.putTargets({ Rule: name, EventBusName, Targets: [{ Id: 'q', Arn: queueArn(name) }] });
  return name;
}

describe('a bus', () => {
  it('receives an event of the pipe, with the record as its detail', async () => {
    const Name = fixture.name('pipe');
    const name = await listen(`Pipe ${Name}`);
    await fixture.pipe(BUS, { Name });
    await fixture.send(fixture.source, 'hello');
    const [event] = (await fixture.bodies(name)).map(read);
    expect(event).toMatchObject({ source: `Pipe ${Name}`, 'detail-type': 'Event from aws:sqs', resources: [], detail: { body: 'hello' } });
  });

  it('receives an event with parameters from the record', async () => {
    const name = await listen('shop');
    await fixture.pipe(BUS, {
      TargetParameters: {
        InputTemplate: '{"order": <$.body.order>}',
        EventBridgeEventBusParameters: {
          Source: 'shop',
          DetailType: '$.body.kind',
          Resources: ['$.eventSourceARN'],
          Time: '$.body.at',
        },
      },
    });
    await fixture.send(fixture.source, '{"kind":"placed","order":{"id":1},"at":"2026-01-01T08:00:00Z"}');
    const [event] = (await fixture.bodies(name)).map(read);
    expect(event).toMatchObject({
      source: 'shop',
      'detail-type': 'placed',
      time: '2026-01-01T08:00:00Z',
      resources: [queueArn(fixture.source)],
      detail: { order: { id: 1 } },
    });
  });
});

it('a global endpoint receives events for its primary bus', async () => {
  const events = fixture.emulator.client(EventBridge);
  const arns = ['us-east-1', 'us-west-2'].map((region) => `arn:aws:events:${region}:000000000000:event-bus/global`);
  const west = fixture.emulator.client(EventBridge, { region: 'us-west-2' });
  for (const client of [events, west]) await client.createEventBus({ Name: 'global' });
  await events.createEndpoint({
    Name: 'global',
    RoutingConfig: { FailoverConfig: { Primary: { HealthCheck: 'arn:aws:route53:::healthcheck/a' }, Secondary: { Route: 'us-west-2' } } },
    EventBuses: arns.map((EventBusArn) => ({ EventBusArn })),
    ReplicationConfig: { State: 'DISABLED' },
  });
  const { EndpointId } = await events.describeEndpoint({ Name: 'global' });
  const name = await listen('worldwide', 'global');
  await fixture.pipe(arns[0]!, { TargetParameters: { EventBridgeEventBusParameters: { EndpointId, Source: 'worldwide' } } });
  await fixture.send(fixture.source, 'hello');
  expect((await fixture.bodies(name)).map(read)).toMatchObject([{ source: 'worldwide', detail: { body: 'hello' } }]);
});

describe('a log group', () => {
  const logs = () => fixture.emulator.client(CloudWatchLogs);

  it('receives events at the time that they name, in the stream that the parameters name', async () => {
    const [logGroupName, logStreamName] = [`/pipes/${fixture.name('group')}`, 'orders'];
    await logs().createLogGroup({ logGroupName });
    await logs().createLogStream({ logGroupName, logStreamName });
    await fixture.pipe(`arn:aws:logs:us-east-1:000000000000:log-group:${logGroupName}`, {
      TargetParameters: {
        InputTemplate: '<$.body>',
        CloudWatchLogsParameters: { LogStreamName: logStreamName, Timestamp: '$.body.at' },
      },
    });
    await fixture.send(fixture.source, '{"at":1767225599000,"n":1}', '{"at":1767225590000,"n":2}');
    const { events = [] } = await logs().filterLogEvents({ logGroupName });
    expect(events.map(({ timestamp, message, logStreamName: stream }) => [timestamp, message, stream])).toEqual([
      [1767225590000, '{"at":1767225590000,"n":2}', 'orders'],
      [1767225599000, '{"at":1767225599000,"n":1}', 'orders'],
    ]);
  });

  it('receives events now, in a stream of the pipe, where there are no parameters', async () => {
    const logGroupName = `/pipes/${fixture.name('group')}`;
    await logs().createLogGroup({ logGroupName });
    const { Name } = await fixture.pipe(`arn:aws:logs:us-east-1:000000000000:log-group:${logGroupName}:*`, {
      TargetParameters: { InputTemplate: 'said <$.body>' },
    });
    await fixture.send(fixture.source, 'hello');
    const { events = [] } = await logs().filterLogEvents({ logGroupName });
    expect(events.map(({ message, logStreamName }) => [message, logStreamName])).toEqual([['said hello', Name]]);
  });
});
