// Event source mappings of table streams at work: which batches functions get, and in which order.
import { describe, expect, it } from 'vitest';
import { SHOW, useStreams } from './use-streams.ts';

const fixture = useStreams();
const { table, map, put, keys, batches } = fixture;

describe('a mapping of a table stream', () => {
  it('hands records over as the service writes them', async () => {
    await fixture.create('forms', SHOW);
    const { arn } = await table('forms');
    await map('forms', arn);
    const item = { pk: { S: 'a' }, n: { N: '1.5' }, bytes: { B: Uint8Array.of(1, 2) } };
    await fixture.db.putItem({ TableName: 'forms', Item: item });
    await fixture.emulator.idle();
    const shown = { pk: { S: 'a' }, n: { N: '1.5' }, bytes: { B: 'AQI=' } };
    expect(batches('forms')).toEqual([
      {
        Records: [
          {
            eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
            eventName: 'INSERT',
            eventVersion: '1.1',
            eventSource: 'aws:dynamodb',
            awsRegion: 'us-east-1',
            dynamodb: {
              ApproximateCreationDateTime: Math.floor(fixture.emulator.clock.now() / 1000),
              Keys: { pk: { S: 'a' } },
              NewImage: shown,
              SequenceNumber: expect.stringMatching(/^\d{21,40}$/),
              SizeBytes: expect.any(Number),
              StreamViewType: 'NEW_AND_OLD_IMAGES',
            },
            eventSourceARN: arn,
          },
        ],
      },
    ]);
  });

  it('begins with the oldest record, or with what comes next', async () => {
    await fixture.create('oldest', SHOW);
    await fixture.create('newest', SHOW);
    const { arn } = await table('begins');
    await put('begins', 'a', 'b');
    await map('oldest', arn);
    await map('newest', arn, { StartingPosition: 'LATEST' });
    await put('begins', 'c');
    await fixture.emulator.idle();
    expect(keys('oldest').flat()).toEqual(['a', 'b', 'c']);
    expect(keys('newest')).toEqual([['c']]);
  });

  it('says that the service itself deleted what had expired', async () => {
    await fixture.create('expiries', SHOW);
    const { arn } = await table('expiries');
    await fixture.db.updateTimeToLive({
      TableName: 'expiries',
      TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
    });
    const until = { N: String(Math.floor(fixture.emulator.clock.now() / 1000) + 5) };
    await fixture.db.putItem({ TableName: 'expiries', Item: { pk: { S: 'a' }, until } });
    await map('expiries', arn, { StartingPosition: 'LATEST' });
    await fixture.emulator.clock.advance('10s');
    await fixture.emulator.idle();
    expect(batches('expiries')[0]!.Records[0]).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    });
  });

  it('closes batches by number, by time, and at six megabytes', async () => {
    await fixture.create('sized', SHOW);
    const { arn } = await table('sized');
    await map('sized', arn, { BatchSize: 3, MaximumBatchingWindowInSeconds: 20 });
    await put('sized', 'a', 'b', 'c', 'd');
    await fixture.emulator.idle();
    expect(keys('sized')).toEqual([['a', 'b', 'c']]);
    await fixture.emulator.clock.advance('19s');
    expect(keys('sized')).toHaveLength(1);
    await fixture.emulator.clock.advance('2s');
    expect(keys('sized')[1]).toEqual(['d']);

    await fixture.create(
      'heavy',
      `console.log('BATCH ' + JSON.stringify({ Records: event.Records.map(() => ({ dynamodb: { Keys: { pk: { S: 'x' } } } })) }));`,
    );
    const heavy = await table('heavy');
    for (let n = 0; n < 17; n++)
      await fixture.db.putItem({ TableName: 'heavy', Item: { pk: { S: `${n}` }, text: { S: 'x'.repeat(390_000) } } });
    await map('heavy', heavy.arn);
    await fixture.emulator.idle();
    expect(keys('heavy').map(({ length }) => length)).toEqual([16, 1]);
  });

  it('passes over what no filter matches', async () => {
    await fixture.create('filtered', SHOW);
    const { arn } = await table('filtered');
    const Filters = [{ Pattern: '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"pk":{"S":[{"prefix":"a"}]}}}}' }];
    await map('filtered', arn, { FilterCriteria: { Filters } });
    await put('filtered', 'a1', 'b1', 'a2');
    await fixture.db.deleteItem({ TableName: 'filtered', Key: { pk: { S: 'a1' } } });
    await fixture.emulator.idle();
    expect(keys('filtered').flat()).toEqual(['a1', 'a2']);
  });

  it('goes on where it was when it is enabled again', async () => {
    await fixture.create('paused', SHOW);
    const { arn } = await table('paused');
    const { UUID } = await map('paused', arn, { StartingPosition: 'LATEST' });
    await put('paused', 'a');
    await fixture.emulator.idle();
    await fixture.lambda.updateEventSourceMapping({ UUID, Enabled: false });
    await fixture.emulator.idle();
    await put('paused', 'b', 'c');
    await fixture.emulator.idle();
    expect(keys('paused')).toEqual([['a']]);
    await fixture.lambda.updateEventSourceMapping({ UUID, Enabled: true });
    await fixture.emulator.idle();
    expect(keys('paused').flat()).toEqual(['a', 'b', 'c']);
  });

  it('runs several batches of a shard at once, each item in order', async () => {
    await fixture.create('parallel', `${SHOW} await new Promise((done) => setTimeout(done, 20));`);
    const { arn } = await table('parallel');
    const { UUID } = await map('parallel', arn, { ParallelizationFactor: 4, BatchSize: 2 });
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (let round = 0; round < 4; round++)
      for (const id of ids) await fixture.db.putItem({ TableName: 'parallel', Item: { pk: { S: id }, n: { N: String(round) } } });
    await fixture.emulator.idle();
    await fixture.lambda.updateEventSourceMapping({ UUID, ParallelizationFactor: 1 });
    await fixture.emulator.idle();
    const seen = new Map<string, string[]>(ids.map((id) => [id, []]));
    for (const { Records } of batches('parallel'))
      for (const { dynamodb } of Records) seen.get(dynamodb.NewImage!['pk']!.S!)!.push(dynamodb.NewImage!['n']!.N!);
    for (const id of ids) expect(seen.get(id)).toEqual(['0', '1', '2', '3']);
    await put('parallel', 'a');
    await fixture.emulator.idle();
    expect(keys('parallel').flat()).toHaveLength(25);
  });
});
