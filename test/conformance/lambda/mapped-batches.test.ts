// Event source mappings of queues at work: which batches functions get, and what becomes of the messages.
import { describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { SHORT, SHOW, useMappings } from './use-mappings.ts';

const fixture = useMappings();
const { queue, map, send, sendIn, batches, bodies, left } = fixture;

describe('an event source mapping', () => {
  it('hands messages over as the service writes them, and deletes them', async () => {
    await fixture.create('reader', SHOW);
    const { url, arn } = await queue('jobs');
    await map('reader', arn);
    const MessageAttributes = { colour: { DataType: 'String', StringValue: 'red' } };
    const sent = await fixture.sqs.sendMessage({ QueueUrl: url, MessageBody: 'hello', MessageAttributes });
    await fixture.emulator.idle();
    expect(batches('reader')).toMatchObject([
      {
        Records: [
          {
            messageId: sent.MessageId,
            body: 'hello',
            attributes: { ApproximateReceiveCount: '1', SenderId: '000000000000' },
            messageAttributes: { colour: { stringValue: 'red', dataType: 'String', stringListValues: [], binaryListValues: [] } },
            md5OfBody: sent.MD5OfMessageBody,
            md5OfMessageAttributes: sent.MD5OfMessageAttributes,
            eventSource: 'aws:sqs',
            eventSourceARN: arn,
            awsRegion: 'us-east-1',
          },
        ],
      },
    ]);
    expect(await left(url)).toEqual([0, 0]);
  });

  it('gathers for as long as it may, or until the batch is full', async () => {
    await fixture.create('reader', SHOW);
    const { url, arn } = await queue('jobs', { VisibilityTimeout: '600' });
    await map('reader', arn, { BatchSize: 15, MaximumBatchingWindowInSeconds: 20 });
    await send(url, '1', '2', '3');
    await fixture.emulator.clock.advance('10s');
    await send(url, '4');
    await fixture.emulator.clock.advance('9s');
    expect(bodies('reader')).toEqual([]);
    await fixture.emulator.clock.advance('2s');
    expect(bodies('reader')).toEqual([['1', '2', '3', '4']]);
    for (const ten of [0, 1]) await send(url, ...Array.from({ length: 10 }, (_, i) => `${ten}${i}`));
    await fixture.emulator.idle();
    expect(bodies('reader').slice(1).flat()).toHaveLength(15);
    await fixture.emulator.clock.advance('21s');
    expect(bodies('reader').map(({ length }) => length)).toEqual([4, 15, 5]);
  });

  it('closes a batch at six megabytes', async () => {
    await fixture.create('reader', SHORT);
    const { url, arn } = await queue('jobs', { VisibilityTimeout: '600' });
    await map('reader', arn, { BatchSize: 100, MaximumBatchingWindowInSeconds: 60 });
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await send(url, `${n}${'x'.repeat(1_000_000)}`);
    await fixture.emulator.idle();
    expect(bodies('reader').map(({ length }) => length)).toEqual([6]);
    await fixture.emulator.clock.advance('61s');
    expect(bodies('reader').map(({ length }) => length)).toEqual([6, 1]);
    expect(await left(url)).toEqual([0, 0]);
  });

  it('drops what no filter matches', async () => {
    await fixture.create('reader', SHOW);
    const { url, arn } = await queue('jobs');
    const Filters = [{ Pattern: '{"body":{"kind":["a"],"size":[{"numeric":[">",5]}]}}' }, { Pattern: '{"body":["plain"]}' }];
    await map('reader', arn, { FilterCriteria: { Filters } });
    await send(url, '{"kind":"a","size":6}', '{"kind":"a","size":5}', '{"kind":"b","size":6}', 'plain', 'other', '{broken');
    await fixture.emulator.idle();
    expect(bodies('reader')).toEqual([['{"kind":"a","size":6}', 'plain']]);
    expect(await left(url)).toEqual([0, 0]);
    expect(fixture.emulator.lines.some((line) => line.includes(`4 records of ${arn} for reader matched no filter and are dropped`))).toBe(
      true,
    );
  });

  it('leaves what failed to the queue: visible again after its timeout, then a dead letter', async () => {
    await fixture.create('broken', `${SHOW} throw new Error('never');`);
    const dead = await queue('dead');
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 2 });
    const { url, arn } = await queue('jobs', { RedrivePolicy });
    await map('broken', arn);
    await send(url, 'x');
    await fixture.emulator.idle();
    expect(bodies('broken')).toEqual([['x']]);
    expect(await left(url)).toEqual([0, 1]);
    await fixture.emulator.clock.advance('29s');
    expect(bodies('broken')).toHaveLength(1);
    await fixture.emulator.clock.advance('2s');
    expect(batches('broken').map(({ Records }) => Records[0]!.attributes['ApproximateReceiveCount'])).toEqual(['1', '2']);
    await fixture.emulator.clock.advance('31s');
    expect(bodies('broken')).toHaveLength(2);
    expect(await left(dead.url)).toEqual([1, 0]);
  });

  it('takes back only what the function says has failed', async () => {
    await fixture.create(
      'partly',
      `${SHOW} return { batchItemFailures: event.Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({ itemIdentifier: messageId })) };`,
    );
    const { url, arn } = await queue('jobs');
    await map('partly', arn, { FunctionResponseTypes: ['ReportBatchItemFailures'] });
    await send(url, 'good', 'bad', 'fine');
    await fixture.emulator.idle();
    expect(await left(url)).toEqual([0, 1]);
    await fixture.emulator.clock.advance('31s');
    expect(bodies('partly')).toEqual([['good', 'bad', 'fine'], ['bad']]);
  });

  it('keeps the order of each group of a FIFO queue', async () => {
    await fixture.create(
      'reader',
      `${SHOW} if (event.Records.some(({ attributes }) => attributes.MessageGroupId === 'b')) throw new Error();`,
    );
    const { url, arn } = await queue('jobs.fifo');
    const { UUID } = await map('reader', arn, { Enabled: false, BatchSize: 3 });
    await sendIn(url, 'a', 'a1', 'a2', 'a3', 'a4', 'a5');
    await sendIn(url, 'b', 'b1', 'b2', 'b3', 'b4');
    await fixture.emulator.idle();
    await fixture.lambda.updateEventSourceMapping({ UUID, Enabled: true });
    await fixture.emulator.idle();
    expect(
      bodies('reader')
        .flat()
        .filter((body) => body.startsWith('a')),
    ).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(bodies('reader').filter(([first]) => first!.startsWith('b'))).toEqual([['b1', 'b2', 'b3']]);
    await fixture.emulator.clock.advance('31s');
    expect(bodies('reader').filter(([first]) => first!.startsWith('b'))).toEqual([
      ['b1', 'b2', 'b3'],
      ['b1', 'b2', 'b3'],
    ]);
  });

  it('runs no more batches at once than it is told', async () => {
    await fixture.create(
      'slow',
      `${SHOW} console.log('AT ' + Date.now()); await new Promise((resolve) => setTimeout(resolve, 200)); console.log('TO ' + Date.now());`,
    );
    const { url, arn } = await queue('jobs');
    const { UUID } = await map('slow', arn, { Enabled: false, BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
    await send(url, ...'abcdefg');
    await fixture.lambda.updateEventSourceMapping({ UUID, Enabled: true });
    await fixture.emulator.idle();
    const moments = (word: string) =>
      fixture.emulator.lines
        .filter((line) => line.includes(`\t${word} `) || line.includes(` ${word} `))
        .map((line) => Number(/(?:AT|TO) (\d+)/.exec(line)![1]));
    const [began, ended] = [moments('AT'), moments('TO')];
    expect(began).toHaveLength(7);
    const most = Math.max(...began.map((at) => began.filter((other, i) => other <= at && ended[i]! > at).length));
    expect(most).toBeLessThanOrEqual(2);
  });

  it('ends what it has begun before it rests or goes', async () => {
    await using gate = await closedGate();
    await fixture.create('slow', `${SHOW} ${gate.wait}`);
    const { url, arn } = await queue('jobs');
    const { UUID } = await map('slow', arn, { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
    await send(url, '1', '2', '3');
    await expect.poll(() => bodies('slow').length).toBe(2);
    await fixture.lambda.deleteEventSourceMapping({ UUID });
    expect(await fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({ State: 'Deleting' });
    await expect(fixture.lambda.updateEventSourceMapping({ UUID, BatchSize: 2 })).rejects.toMatchObject({
      name: 'ResourceInUseException',
    });
    gate.open();
    await fixture.emulator.idle();
    await expect(fixture.lambda.getEventSourceMapping({ UUID })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    expect(bodies('slow').flat().sort()).toEqual(['1', '2']);
    expect(await left(url)).toEqual([1, 0]);
  });

  it('gives back what it has gathered when it is disabled', async () => {
    await fixture.create('reader', SHOW);
    const { url, arn } = await queue('jobs');
    const { UUID } = await map('reader', arn, { BatchSize: 5, MaximumBatchingWindowInSeconds: 20 });
    await send(url, '1', '2');
    await fixture.emulator.idle();
    expect(await left(url)).toEqual([0, 2]);
    await fixture.lambda.updateEventSourceMapping({ UUID, Enabled: false });
    await fixture.emulator.clock.advance('60s');
    expect(await left(url)).toEqual([2, 0]);
    expect(bodies('reader')).toEqual([]);
  });

  it('waits for a function that is not there yet, and for one that comes back', async () => {
    await fixture.create('reader', SHOW);
    const { url, arn } = await queue('jobs');
    await map('reader', arn);
    await fixture.lambda.deleteFunction({ FunctionName: 'reader' });
    await send(url, 'kept');
    await fixture.emulator.idle();
    expect(await left(url)).toEqual([1, 0]);
    await fixture.create('reader', SHOW);
    await fixture.emulator.idle();
    expect(bodies('reader')).toEqual([['kept']]);
  });

  it('goes on with a queue that was made anew under the name', async () => {
    await fixture.create('reader', SHOW);
    const { url, arn } = await queue('jobs');
    await map('reader', arn);
    await fixture.sqs.deleteQueue({ QueueUrl: url });
    await queue('jobs');
    await send(url, 'again');
    await fixture.emulator.idle();
    expect(bodies('reader')).toEqual([['again']]);
  });
});
