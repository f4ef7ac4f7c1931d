// Pipes of table streams: records through filters to the target, retries, halves, dead letters, and where reading begins and goes on.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { PipeSourceDynamoDBStreamParameters } from '@aws-sdk/client-pipes';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../support/use-tables.ts';
import { functionArn, pipeArn, queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();

async function table(name: string) {
  const db = fixture.emulator.client(DynamoDB);
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const };
  const { TableDescription } = await db.createTable(tableOf(name, ['pk:S'], { StreamSpecification }));
  const put = async (...ids: string[]) => {
    for (const id of ids) await db.putItem({ TableName: name, Item: { pk: { S: id } } });
    await fixture.emulator.idle();
  };
  return { arn: TableDescription!.LatestStreamArn!, put };
}

const from = (Source: string, more: Partial<PipeSourceDynamoDBStreamParameters> = {}, filters: string[] = []) => ({
  Source,
  SourceParameters: {
    DynamoDBStreamParameters: { StartingPosition: 'TRIM_HORIZON' as const, ...more },
    ...(filters.length > 0 && { FilterCriteria: { Filters: filters.map((Pattern) => ({ Pattern })) } }),
  },
});

/** The keys of the items of which a queue got records. */
const keysIn = async (queue: string): Promise<string[]> =>
  (await fixture.bodies(queue)).map((body) => (JSON.parse(body) as { dynamodb: { Keys: { pk: { S: string } } } }).dynamodb.Keys.pk.S);

const PICKY = `console.log('BATCH ' + JSON.stringify(event.map(({ dynamodb }) => dynamodb.Keys.pk.S)));
  const bad = event.filter(({ dynamodb }) => dynamodb.Keys.pk.S.startsWith('bad'));`;
const batches = (name: string): string[][] =>
  fixture.emulator.lines
    .filter((line) => line.includes(`${name}: `) && line.includes('BATCH '))
    .map((line) => JSON.parse(line.slice(line.indexOf('BATCH ') + 6)) as string[]);

describe('a pipe of a table stream', () => {
  it('sends what its filters match, and shows its parameters with their defaults', async () => {
    const { arn, put } = await table('sent');
    const target = fixture.name('target');
    const filter = '{"dynamodb":{"NewImage":{"pk":{"S":[{"prefix":"a"}]}}}}';
    const pipe = await fixture.pipe(await fixture.makeQueue(target), from(arn, {}, [filter]));
    expect(pipe.CurrentState).toBe('RUNNING');
    // Defaults that the request leaves out are not shown, but for the size of batches.
    expect(pipe.SourceParameters!.DynamoDBStreamParameters).toEqual({ StartingPosition: 'TRIM_HORIZON', BatchSize: 10 });
    await put('a1', 'b1', 'a2');
    const bodies = await fixture.bodies(target);
    expect(bodies.map((body) => JSON.parse(body) as object)).toMatchObject([
      { eventName: 'INSERT', eventSource: 'aws:dynamodb', eventSourceARN: arn, dynamodb: { Keys: { pk: { S: 'a1' } } } },
      { dynamodb: { Keys: { pk: { S: 'a2' } } } },
    ]);
    // A decimal number, as functions get it (localstack/localstack, test_dynamodb_event_filter, November 2025)
    expect(bodies[0]).toMatch(/"ApproximateCreationDateTime":\d+\.0,/);
  });

  it('goes on where it was when it is changed and started again', async () => {
    const { arn, put } = await table('stopped');
    await put('before');
    const target = fixture.name('target');
    const { Name } = await fixture.pipe(await fixture.makeQueue(target), from(arn, { StartingPosition: 'LATEST' }));
    await put('a');
    await fixture.pipes.stopPipe({ Name });
    await fixture.emulator.idle();
    await put('b');
    const SourceParameters = { DynamoDBStreamParameters: { BatchSize: 1, ParallelizationFactor: 3 } };
    const { RoleArn } = await fixture.pipes.describePipe({ Name });
    await fixture.pipes.updatePipe({ Name, RoleArn, SourceParameters, DesiredState: 'RUNNING' });
    await fixture.emulator.idle();
    expect((await keysIn(target)).sort()).toEqual(['a', 'b']);
    expect((await fixture.pipes.describePipe({ Name })).SourceParameters?.DynamoDBStreamParameters).toMatchObject({
      StartingPosition: 'LATEST',
      BatchSize: 1,
    });
  });

  it('tries again, and tells its dead-letter queue what it gives up', async () => {
    const { arn, put } = await table('failing');
    await fixture.create('failing', `${PICKY} if (bad.length > 0) throw new Error('bad');`);
    const lost = fixture.name('lost');
    const DeadLetterConfig = { Arn: await fixture.makeQueue(lost) };
    const { Name } = await fixture.pipe(functionArn('failing'), from(arn, { MaximumRetryAttempts: 1, DeadLetterConfig, BatchSize: 2 }));
    await put('bad', 'good');
    await fixture.advance('31s');
    expect(
      batches('failing')
        .flat()
        .filter((id) => id === 'bad'),
    ).toHaveLength(2);
    expect(batches('failing').flat()).toContain('good');
    const [letter] = await fixture.bodies(lost);
    expect(JSON.parse(letter!)).toEqual({
      context: { partnerResourceArn: pipeArn(Name!), condition: 'RetryAttemptsExhausted' },
      version: '1.0',
      timestamp: expect.stringMatching(/Z$/),
      DDBStreamBatchInfo: expect.objectContaining({ streamArn: arn, batchSize: expect.any(Number) }),
    });
  });

  it('splits batches in which some records failed', async () => {
    const { arn, put } = await table('split');
    await fixture.create('split', `${PICKY} return { batchItemFailures: bad.map(({ eventID }) => ({ itemIdentifier: eventID })) };`);
    await put('a', 'bad', 'c', 'd');
    const halves = { OnPartialBatchItemFailure: 'AUTOMATIC_BISECT' as const, MaximumRetryAttempts: 0 };
    await fixture.pipe(functionArn('split'), from(arn, halves));
    expect(batches('split')).toEqual([['a', 'bad', 'c', 'd'], ['a', 'bad'], ['a'], ['bad'], ['c', 'd']]);
  });

  it('is refused where its parameters do not fit, and fails where the stream does not exist', async () => {
    const { arn } = await table('refused');
    const target = await fixture.makeQueue(fixture.name('target'));
    const refused = (more: object) => fixture.pipe(target, { Source: arn, ...more });
    await expect(refused({})).rejects.toThrow('StartingPosition');
    await expect(refused({ SourceParameters: { SqsQueueParameters: { BatchSize: 1 } } })).rejects.toThrow('a stream of a table');
    await expect(refused(from(arn, { MaximumRecordAgeInSeconds: 30 }))).rejects.toThrow('at least 60');
    const fifo = { Arn: queueArn('lost.fifo') };
    await expect(refused(from(arn, { DeadLetterConfig: fifo }))).rejects.toThrow('standard queue');
    await expect(fixture.pipe(target, { ...from(arn), Source: queueArn('q') })).rejects.toThrow('a queue');
    const absent = arn.replace('refused', 'absent');
    expect(await fixture.pipe(target, from(absent))).toMatchObject({
      CurrentState: 'CREATE_FAILED',
      StateReason: expect.stringContaining('Stream not found'),
    });
  });
});
