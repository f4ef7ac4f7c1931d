// Archives keep events, and replays send them again: to all rules or to some, in a range of times, until they are cancelled.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, bodies } = fixture;

const ARN = 'arn:aws:events:us-east-1:000000000000';
const BUS = `${ARN}:event-bus/default`;
const makeArchive = (ArchiveName: string, more: object = {}) => fixture.events.createArchive({ ArchiveName, EventSourceArn: BUS, ...more });
const counted = async (ArchiveName: string) => {
  const { EventCount, SizeBytes } = await fixture.events.describeArchive({ ArchiveName });
  return { EventCount, SizeBytes };
};
const hour = (offset: number): Date => new Date(fixture.emulator.clock.now() + offset * 3_600_000);
const replayOf = (archive: string, ReplayName = 'again', more: object = {}) => ({
  ReplayName,
  EventSourceArn: `${ARN}:archive/${archive}`,
  EventStartTime: hour(-1),
  EventEndTime: hour(1),
  Destination: { Arn: BUS },
  ...more,
});
const stateOf = async (ReplayName: string) => (await fixture.events.describeReplay({ ReplayName })).State;

describe('an archive', () => {
  it('keeps the events of its pattern and counts their time, source, detail type and detail', async () => {
    await makeArchive('some', { EventPattern: '{"source":["shop"]}', RetentionDays: 1 });
    await makeArchive('all');
    const Detail = JSON.stringify({ command: 'update-account', payload: { acc_id: '0a787ecb-4015', sf_id: 'baz' } });
    await put({ Source: 'shop', DetailType: 'made', Detail });
    await put({ Source: 'bank', DetailType: 'made', Detail, Resources: ['arn:one'] });
    const bytes = 20 + 'shop'.length + 'made'.length + Detail.length;
    expect(await counted('some')).toEqual({ EventCount: 1, SizeBytes: bytes });
    expect(await counted('all')).toEqual({ EventCount: 2, SizeBytes: 2 * bytes + 'arn:one'.length });
  });

  it('has a managed rule, which nobody else changes and which goes with it', async () => {
    await makeArchive('a', { EventPattern: '{"detail":{"n":[12345678901234567890]}}' });
    const rule = await fixture.events.describeRule({ Name: 'Events-Archive-a' });
    expect(rule).toMatchObject({
      ManagedBy: 'prod.vhs.events.aws.internal',
      EventPattern: '{"detail":{"n":[12345678901234567890]},"replay-name":[{"exists":false}]}',
    });
    await expect(fixture.events.disableRule({ Name: 'Events-Archive-a' })).rejects.toMatchObject({ name: 'ManagedRuleException' });
    const { Targets } = await fixture.events.listTargetsByRule({ Rule: 'Events-Archive-a' });
    expect(Targets).toMatchObject([{ Id: 'Events-Archive-a', Arn: 'arn:aws:events:us-east-1:::' }]);
    await fixture.events.updateArchive({ ArchiveName: 'a', EventPattern: '{"source":["x"]}' });
    expect(await fixture.events.describeRule({ Name: 'Events-Archive-a' })).toMatchObject({
      EventPattern: '{"source":["x"],"replay-name":[{"exists":false}]}',
    });
    await fixture.events.deleteArchive({ ArchiveName: 'a' });
    expect((await fixture.events.listRules({})).Rules).toEqual([]);
  });

  it('is no target for the rules of others', async () => {
    await fixture.events.putRule({ Name: 'mine', EventPattern: '{"source":["shop"]}' });
    const target = { Id: 'a', Arn: 'arn:aws:events:us-east-1:::', RoleArn: 'arn:aws:iam::000000000000:role/r' };
    expect(await fixture.events.putTargets({ Rule: 'mine', Targets: [target] })).toMatchObject({ FailedEntryCount: 1 });
  });

  it('does not count as a rule that took an event', async () => {
    await makeArchive('a');
    await put();
    expect(fixture.emulator.lines.some((line) => line.includes('no rule took the event'))).toBe(true);
    expect(await counted('a')).toMatchObject({ EventCount: 1 });
  });

  it('forgets events when their retention ends, and keeps all for ever without one', async () => {
    await makeArchive('days', { RetentionDays: 2 });
    await makeArchive('always');
    await put();
    await fixture.emulator.clock.advance('25h');
    await put();
    await fixture.emulator.clock.advance('24h');
    expect(await counted('days')).toMatchObject({ EventCount: 1 });
    await fixture.emulator.clock.advance('24h');
    expect(await counted('days')).toEqual({ EventCount: 0, SizeBytes: 0 });
    expect(await counted('always')).toMatchObject({ EventCount: 2 });
    await fixture.events.updateArchive({ ArchiveName: 'always', RetentionDays: 1 });
    await fixture.emulator.clock.advance('1s');
    expect(await counted('always')).toMatchObject({ EventCount: 0 });
  });

  it('of an earlier one’s name begins empty', async () => {
    await makeArchive('a');
    await put();
    await fixture.events.deleteArchive({ ArchiveName: 'a' });
    await makeArchive('a');
    expect(await counted('a')).toEqual({ EventCount: 0, SizeBytes: 0 });
  });

  it('refuses an update that names nothing to change, before it looks for the archive', async () => {
    await expect(fixture.events.updateArchive({ ArchiveName: 'none' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'At least one of EventPattern, RetentionDays or Description must be provided.',
    });
  });
});

describe('a replay', () => {
  it('sends the events again with its name in them, once, and says how far it came', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    await makeArchive('a');
    await put();
    const [original = ''] = await bodies(url);
    expect(await fixture.events.startReplay(replayOf('a', 'again', { Description: 'd' }))).toMatchObject({
      ReplayArn: `${ARN}:replay/again`,
      State: 'STARTING',
      ReplayStartTime: expect.any(Date),
    });
    expect(await stateOf('again')).toBe('STARTING');
    await fixture.emulator.clock.advance('2s');
    expect(await bodies(url)).toEqual([original.replace('"region":"us-east-1"', '"region":"us-east-1","replay-name":"again"')]);
    expect(await fixture.events.describeReplay({ ReplayName: 'again' })).toMatchObject({
      State: 'COMPLETED',
      Description: 'd',
      Destination: { Arn: BUS },
      EventLastReplayedTime: new Date((JSON.parse(original) as { time: string }).time),
      ReplayEndTime: expect.any(Date),
    });
    expect(await counted('a')).toMatchObject({ EventCount: 1 });
  });

  it('goes to the chosen rules only, and takes events of its range only', async () => {
    const [first, second] = [await makeQueue('first'), await makeQueue('second')];
    await makeRule('one', [{ Id: 'q', Arn: queueArn('first') }]);
    await makeRule('two', [{ Id: 'q', Arn: queueArn('second') }]);
    await makeArchive('a');
    await put({ Time: hour(-3) });
    await put({ Detail: '{"n":1}' });
    await bodies(first);
    await bodies(second);
    await fixture.events.startReplay(replayOf('a', 'again', { Destination: { Arn: BUS, FilterArns: [`${ARN}:rule/two`] } }));
    await fixture.emulator.clock.advance('2s');
    expect(await bodies(first)).toEqual([]);
    expect(await bodies(second)).toEqual([expect.stringContaining('"detail":{"n":1}')]);
  });

  it('is cancelled once, and sends nothing then', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    await makeArchive('a');
    await put();
    await bodies(url);
    await fixture.events.startReplay(replayOf('a'));
    expect(await fixture.events.cancelReplay({ ReplayName: 'again' })).toMatchObject({ State: 'CANCELLING' });
    expect(await stateOf('again')).toBe('CANCELLING');
    await fixture.emulator.clock.advance('2s');
    expect(await stateOf('again')).toBe('CANCELLED');
    expect(await bodies(url)).toEqual([]);
    await expect(fixture.events.cancelReplay({ ReplayName: 'again' })).rejects.toMatchObject({
      name: 'IllegalStatusException',
      message: 'Replay again is not in a valid state for this operation.',
    });
  });

  it('fails where its archive is gone', async () => {
    await makeArchive('a');
    await fixture.events.startReplay(replayOf('a'));
    await fixture.events.deleteArchive({ ArchiveName: 'a' });
    await fixture.emulator.clock.advance('2s');
    expect(await fixture.events.describeReplay({ ReplayName: 'again' })).toMatchObject({
      State: 'FAILED',
      StateReason: 'Archive a does not exist.',
    });
  });

  it('sends hundreds of events and those that are stored as blobs', async () => {
    const url = await makeQueue('orders');
    await makeRule('big', [{ Id: 'q', Arn: queueArn('orders') }], {
      pattern: { 'replay-name': ['again'], detail: { n: [{ exists: true }] } },
    });
    await makeArchive('a');
    for (let batch = 0; batch < 25; batch++)
      await fixture.events.putEvents({ Entries: Array(10).fill({ Source: 'shop', DetailType: 'made', Detail: '{}' }) });
    await put({ Detail: JSON.stringify({ n: 'x'.repeat(100_000) }) });
    expect(await counted('a')).toMatchObject({ EventCount: 251 });
    await fixture.events.startReplay(replayOf('a'));
    await fixture.emulator.clock.advance('2s');
    expect(await stateOf('again')).toBe('COMPLETED');
    const [body = ''] = await bodies(url);
    expect(JSON.parse(body)).toMatchObject({ 'replay-name': 'again', detail: { n: 'x'.repeat(100_000) } });
  });

  it('is refused in the words of the service', async () => {
    await makeArchive('a');
    const refusal = (more: object) => expect(fixture.events.startReplay(replayOf('a', 'again', more))).rejects;
    await refusal({ EventEndTime: hour(-1) }).toMatchObject({
      message: 'Parameter EventEndTime is not valid. Reason: EventStartTime must be before EventEndTime.',
    });
    await refusal({ EventSourceArn: `${ARN}:archive/none` }).toMatchObject({
      name: 'ValidationException',
      message: 'Parameter EventSourceArn is not valid. Reason: Archive none does not exist.',
    });
    await refusal({ Destination: { Arn: 'nowhere' } }).toMatchObject({
      message: 'Parameter Destination.Arn is not valid. Reason: Must contain an event bus ARN.',
    });
    await refusal({ Destination: { Arn: `${ARN}:event-bus/none` } }).toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Event bus none does not exist.',
    });
    await fixture.events.createEventBus({ Name: 'other' });
    await refusal({ Destination: { Arn: `${ARN}:event-bus/other` } }).toMatchObject({
      message: 'Parameter Destination.Arn is not valid. Reason: Cross event bus replay is not permitted.',
    });
    await fixture.events.startReplay(replayOf('a'));
    await refusal({}).toMatchObject({ name: 'ResourceAlreadyExistsException', message: 'Replay again already exists.' });
    await expect(fixture.events.describeReplay({ ReplayName: 'none' })).rejects.toMatchObject({ message: 'Replay none does not exist.' });
    for (let n = 1; n < 10; n++) await fixture.events.startReplay(replayOf('a', `more-${n}`));
    await expect(fixture.events.startReplay(replayOf('a', 'one-too-many'))).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'The requested resource exceeds the maximum number allowed.',
    });
  });

  it('is listed by name, archive or state, and its name is free after 90 days', async () => {
    await makeArchive('a');
    await makeArchive('b');
    await fixture.events.startReplay(replayOf('a', 'x-1'));
    await fixture.events.startReplay(replayOf('b', 'y-1'));
    const names = async (filter: object) => (await fixture.events.listReplays(filter)).Replays?.map(({ ReplayName }) => ReplayName);
    expect(await names({ NamePrefix: 'x' })).toEqual(['x-1']);
    expect(await names({ EventSourceArn: `${ARN}:archive/b` })).toEqual(['y-1']);
    expect(await names({ State: 'COMPLETED' })).toEqual([]);
    await expect(fixture.events.listReplays({ NamePrefix: 'x', State: 'RUNNING' })).rejects.toMatchObject({
      message: 'At most one filter is allowed for ListReplays. Use either : State, EventSourceArn, or NamePrefix.',
    });
    await fixture.emulator.clock.advance('2s');
    expect(await names({ State: 'COMPLETED' })).toEqual(['x-1', 'y-1']);
    await fixture.emulator.clock.advance('2161h');
    expect(await names({})).toEqual([]);
  });

  it('outlives the emulator with PERSISTENCE=1, as archived events do', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'archives-'));
    const kept = { options: { PERSISTENCE: '1', DATA_DIR } } as const;
    await fixture.restart(kept);
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    await makeArchive('a');
    await put();
    await fixture.events.startReplay(replayOf('a'));
    await fixture.restart(kept);
    expect(await counted('a')).toMatchObject({ EventCount: 1 });
    await fixture.emulator.clock.advance('2s');
    expect(await stateOf('again')).toBe('COMPLETED');
    expect(await bodies(url.replace(/:\d+/, `:${fixture.emulator.port}`))).toHaveLength(2);
    await fixture.restart();
    await rm(DATA_DIR, { recursive: true });
  });
});
