// Log streams and their events: put, get in both directions, filter, expire.
import {
  CloudWatchLogs,
  type FilterLogEventsCommandInput,
  paginateDescribeLogStreams,
  paginateFilterLogEvents,
  paginateGetLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  logs = emulator.client(CloudWatchLogs);
});
afterAll(() => emulator.stop());

const HOUR = 3_600_000;
const now = () => emulator.clock.now();
let made = 0;
async function newGroup(...streams: string[]): Promise<string> {
  const logGroupName = `/events/${++made}`;
  await logs.createLogGroup({ logGroupName });
  for (const logStreamName of streams) await logs.createLogStream({ logGroupName, logStreamName });
  return logGroupName;
}
const put = (logGroupName: string, logStreamName: string, ...events: [timestamp: number, message: string][]) =>
  logs.putLogEvents({ logGroupName, logStreamName, logEvents: events.map(([timestamp, message]) => ({ timestamp, message })) });
const numbered = (from: number, count: number, startMs: number): [number, string][] =>
  Array.from({ length: count }, (_, i) => [startMs + i, `m${from + i}`]);
const messages = (events: { message?: string | undefined }[] | undefined) => (events ?? []).map(({ message }) => message);

describe('log streams', () => {
  it('are made once, listed by name and by last event, and deleted', async () => {
    const group = await newGroup('b', 'a', 'c');
    await expect(logs.createLogStream({ logGroupName: group, logStreamName: 'a' })).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
      message: 'The specified log stream already exists',
    });
    await put(group, 'b', [now() - 5, 'x'], [now(), 'y']);
    await put(group, 'a', [now() - 10, 'z']);
    const list = async (input: object) =>
      (await logs.describeLogStreams({ logGroupName: group, ...input })).logStreams?.map(({ logStreamName }) => logStreamName);
    expect(await list({})).toEqual(['a', 'b', 'c']);
    expect(await list({ descending: true, limit: 2 })).toEqual(['c', 'b']);
    expect(await list({ orderBy: 'LastEventTime', descending: true })).toEqual(['b', 'a', 'c']);
    expect(await list({ logStreamNamePrefix: 'b' })).toEqual(['b']);
    const [b] = (await logs.describeLogStreams({ logGroupName: group, logStreamNamePrefix: 'b' })).logStreams ?? [];
    expect(b).toMatchObject({
      arn: `arn:aws:logs:us-east-1:000000000000:log-group:${group}:log-stream:b`,
      firstEventTimestamp: now() - 5,
      lastEventTimestamp: now(),
      lastIngestionTime: now(),
      storedBytes: 0,
    });
    await expect(list({ orderBy: 'LastEventTime', logStreamNamePrefix: 'b' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await logs.deleteLogStream({ logGroupName: group, logStreamName: 'b' });
    expect(await list({})).toEqual(['a', 'c']);
    expect(messages((await logs.filterLogEvents({ logGroupName: group })).events)).toEqual(['z']);
  });

  it('come in pages, by name and by time', async () => {
    const group = await newGroup('s1', 's2', 's3', 's4', 's5');
    for (const orderBy of ['LogStreamName', 'LastEventTime'] as const) {
      const found: unknown[] = [];
      for await (const { logStreams } of paginateDescribeLogStreams({ client: logs, pageSize: 2 }, { logGroupName: group, orderBy }))
        found.push(...(logStreams ?? []).map(({ logStreamName }) => logStreamName));
      expect(found).toEqual(['s1', 's2', 's3', 's4', 's5']);
    }
  });

  it('and groups must be there', async () => {
    const group = await newGroup();
    await expect(put(group, 'none', [now(), 'x'])).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'The specified log stream does not exist.',
    });
    await expect(put('/none', 'none', [now(), 'x'])).rejects.toMatchObject({ message: 'The specified log group does not exist.' });
    await expect(logs.getLogEvents({ logStreamName: 'x' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe('PutLogEvents', () => {
  it('takes what is neither too old nor too new, and says which was not', async () => {
    const group = await newGroup('s');
    const times = [-15 * 24 * HOUR, -HOUR, 0, 3 * HOUR];
    const answer = await put(group, 's', ...times.map((ms): [number, string] => [now() + ms, `at ${ms}`]));
    expect(answer.rejectedLogEventsInfo).toEqual({ tooOldLogEventEndIndex: 1, tooNewLogEventStartIndex: 3 });
    expect(answer.nextSequenceToken).toMatch(/^\d{56}$/);
    const { events } = await logs.getLogEvents({ logGroupName: group, logStreamName: 's' });
    expect(messages(events)).toEqual([`at ${-HOUR}`, 'at 0']);
  });
  it('refuses batches out of order, too long or too large', async () => {
    const group = await newGroup('s');
    const refused = (...events: [number, string][]) => expect(put(group, 's', ...events)).rejects;
    await refused([now(), 'a'], [now() - 1, 'b']).toMatchObject({
      name: 'InvalidParameterException',
      message: 'Log events in a single PutLogEvents request must be in chronological order.',
    });
    await refused([now() - 25 * HOUR, 'a'], [now(), 'b']).toMatchObject({ message: expect.stringContaining('24 hours') });
    await refused([now(), 'x'.repeat(600_000)], [now(), 'x'.repeat(600_000)]).toMatchObject({
      message: 'Upload too large: 1200052 bytes exceeds limit of 1048576',
    });
  });
  it('takes moments whole', async () => {
    const group = await newGroup('s');
    await expect(put(group, 's', [now() + 0.5, 'x'])).rejects.toMatchObject({ name: 'SerializationException' });
    await put(group, 's', [now(), 'x']);
    const odd = { logGroupName: group, startTime: 1, endTime: 2 ** 60 };
    expect(messages((await logs.filterLogEvents(odd)).events)).toEqual(['x']);
    const { events } = await logs.getLogEvents({ ...odd, logStreamName: 's' });
    expect(events?.[0]?.timestamp).toBe(now());
  });
  it('keeps long messages, and counts what it stores', async () => {
    const group = await newGroup('s');
    const long = `${'ü'.repeat(100_000)} needle`;
    await put(group, 's', [now(), long], [now(), 'short']);
    const { events } = await logs.getLogEvents({ logGroupName: group, logStreamName: 's', startFromHead: true });
    expect(messages(events)).toEqual([long, 'short']);
    expect(messages((await logs.filterLogEvents({ logGroupName: group, filterPattern: 'needle' })).events)).toEqual([long]);
    const { logGroups } = await logs.describeLogGroups({ logGroupNamePrefix: group });
    expect(logGroups?.[0]?.storedBytes).toBe(200_007 + 26 + 5 + 26);
  });
});

describe('GetLogEvents', () => {
  it('walks from the head until the token stands still, and on when more comes', async () => {
    const group = await newGroup('s');
    const start = now();
    await put(group, 's', ...numbered(0, 5, start));
    const get = (input: object) => logs.getLogEvents({ logGroupIdentifier: group, logStreamName: 's', startFromHead: true, ...input });
    const first = await get({ limit: 3 });
    expect(messages(first.events)).toEqual(['m0', 'm1', 'm2']);
    const second = await get({ limit: 3, nextToken: first.nextForwardToken });
    expect(messages(second.events)).toEqual(['m3', 'm4']);
    const end = await get({ nextToken: second.nextForwardToken });
    expect(end).toMatchObject({ events: [], nextForwardToken: second.nextForwardToken });
    await put(group, 's', [start + 9, 'late']);
    expect(messages((await get({ nextToken: end.nextForwardToken })).events)).toEqual(['late']);
    const back = await get({ limit: 2, nextToken: second.nextBackwardToken });
    expect(messages(back.events)).toEqual(['m1', 'm2']);
  });
  it('gives the latest first unless told, page by page backwards', async () => {
    const group = await newGroup('s');
    await put(group, 's', ...numbered(0, 5, now()));
    const get = (input: object) => logs.getLogEvents({ logGroupName: group, logStreamName: 's', ...input });
    const last = await get({ limit: 2 });
    expect(messages(last.events)).toEqual(['m3', 'm4']);
    const before = await get({ limit: 4, nextToken: last.nextBackwardToken });
    expect(messages(before.events)).toEqual(['m0', 'm1', 'm2']);
    expect(await get({ nextToken: before.nextBackwardToken })).toMatchObject({ events: [], nextBackwardToken: before.nextBackwardToken });
    await expect(get({ nextToken: 'f/1' })).rejects.toMatchObject({ message: 'The specified nextToken is invalid.' });
  });
  it('keeps to its time, end excluded, and pages at 1 MiB', async () => {
    const group = await newGroup('s', 'big');
    const start = now();
    await put(group, 's', ...numbered(0, 5, start));
    const between = { logGroupName: group, logStreamName: 's', startTime: start + 1, endTime: start + 3 };
    expect(messages((await logs.getLogEvents(between)).events)).toEqual(['m1', 'm2']);
    for (let i = 0; i < 3; i++) await put(group, 'big', [start + i, 'x'.repeat(500_000)]);
    const sizes: number[] = [];
    const pages = paginateGetLogEvents(
      { client: logs, stopOnSameToken: true },
      { logGroupName: group, logStreamName: 'big', startFromHead: true },
    );
    for await (const page of pages) sizes.push(page.events?.length ?? 0);
    expect(sizes).toEqual([2, 1, 0]);
  });
});

describe('FilterLogEvents', () => {
  let group: string;
  let start: number;
  beforeAll(async () => {
    group = await newGroup('web-1', 'web-2', 'db');
    start = now();
    await put(group, 'web-1', [start, 'ERROR one'], [start + 20, 'fine'], [start + 40, '{"level":"error","ms":30}']);
    await put(group, 'web-2', [start + 10, 'ERROR two'], [start + 30, '{"level":"info","ms":5}']);
    await put(group, 'db', [start + 15, 'slow query']);
  });
  const filter = async (input: Partial<FilterLogEventsCommandInput>) => {
    const { events } = await logs.filterLogEvents({ logGroupName: group, ...input });
    return (events ?? []).map(({ timestamp }) => (timestamp ?? 0) - start);
  };

  it('interleaves streams in the order of time', async () => {
    expect(await filter({})).toEqual([0, 10, 15, 20, 30, 40]);
    expect(await filter({ logStreamNames: ['web-2', 'db'] })).toEqual([10, 15, 30]);
    expect(await filter({ logStreamNamePrefix: 'web' })).toEqual([0, 10, 20, 30, 40]);
    expect(await filter({ startTime: start + 10, endTime: start + 20 })).toEqual([10, 15, 20]);
    expect(await filter({ startFromHead: false, limit: 2 })).toEqual([40, 30]);
  });
  it('knows patterns', async () => {
    expect(await filter({ filterPattern: 'ERROR -two' })).toEqual([0]);
    expect(await filter({ filterPattern: '{ $.ms > 10 }' })).toEqual([40]);
    expect(await filter({ filterPattern: '[verb, what = q*]' })).toEqual([15]);
    await expect(filter({ filterPattern: '{ $.ms > 10' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: "If a filter pattern starts with '{' it must end with '}'",
    });
  });
  it('gives ids, and pages that end', async () => {
    const ids = new Set<string>();
    for (const input of [{}, { startFromHead: false }, { logStreamNames: ['web-1', 'web-2', 'db'] }]) {
      const found: string[] = [];
      for await (const { events } of paginateFilterLogEvents({ client: logs, pageSize: 2 }, { logGroupName: group, ...input }))
        found.push(...(events ?? []).map(({ eventId }) => eventId ?? ''));
      expect(found).toHaveLength(6);
      for (const id of found) ids.add(id);
    }
    expect(ids.size).toBe(6);
  });
  it('knows which fields there are', async () => {
    const { logGroupFields } = await logs.getLogGroupFields({ logGroupName: group, time: start });
    expect(logGroupFields?.slice(-3)).toEqual([
      { name: '@timestamp', percent: 100 },
      { name: 'level', percent: 33 },
      { name: 'ms', percent: 33 },
    ]);
  });
  it('refuses what makes no sense', async () => {
    await expect(filter({ logStreamNames: ['db'], logStreamNamePrefix: 'web' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await expect(filter({ logStreamNames: ['none'] })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(filter({ nextToken: 'bad' })).rejects.toMatchObject({ message: 'The specified nextToken is invalid.' });
  });
});

describe('time', () => {
  it('lets events expire', async () => {
    const group = await newGroup('s');
    const start = now();
    await put(group, 's', [start, 'old'], [start + HOUR, 'newer']);
    await logs.putRetentionPolicy({ logGroupName: group, retentionInDays: 1 });
    await emulator.clock.advance('24h30m');
    expect(messages((await logs.getLogEvents({ logGroupName: group, logStreamName: 's' })).events)).toEqual(['newer']);
    const stored = async () => (await logs.describeLogGroups({ logGroupNamePrefix: group })).logGroups?.[0]?.storedBytes;
    expect(await stored()).toBe(5 + 26);
    expect((await put(group, 's', [start, 'again'])).rejectedLogEventsInfo).toEqual({ expiredLogEventEndIndex: 1 });
    await emulator.clock.advance('1h');
    expect(await stored()).toBe(0);
  });
  it('sweeps what a deleted group left: its name starts anew', async () => {
    const group = await newGroup('s');
    await put(group, 's', ...numbered(0, 1200, now()));
    await logs.deleteLogGroup({ logGroupName: group });
    await logs.createLogGroup({ logGroupName: group });
    await logs.createLogStream({ logGroupName: group, logStreamName: 's' });
    expect((await logs.filterLogEvents({ logGroupName: group })).events).toEqual([]);
    await emulator.clock.advance('1s');
    expect((await logs.getLogEvents({ logGroupName: group, logStreamName: 's' })).events).toEqual([]);
  });
});
