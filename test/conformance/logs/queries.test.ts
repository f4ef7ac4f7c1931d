// Queries of log events: begun, read in pages, stopped, listed, kept for a week; refused in the cloud's words; over several groups.
import { CloudWatchLogs, MalformedQueryException, type StartQueryCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
let now: number;
beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
  now = Date.now();
  for (const logGroupName of ['/shop/orders', '/shop/mail']) {
    await logs.createLogGroup({ logGroupName });
    await logs.createLogStream({ logGroupName, logStreamName: 's' });
  }
  await put('/shop/orders', ['{"level":"ERROR","took":12}', '{"level":"INFO","took":3}', 'plain text']);
  await put('/shop/mail', ['{"level":"ERROR","took":30}']);
});
afterAll(() => emulator.stop());

const put = (logGroupName: string, messages: readonly string[], from = now) =>
  logs.putLogEvents({ logGroupName, logStreamName: 's', logEvents: messages.map((message, at) => ({ message, timestamp: from + at })) });

const seconds = (ms: number): number => Math.floor(ms / 1000);
const start = (queryString: string, more: Partial<StartQueryCommandInput> = {}) =>
  logs.startQuery({ logGroupName: '/shop/orders', startTime: seconds(now) - 60, endTime: seconds(now) + 60, queryString, ...more });
async function ask(queryString: string, more: Partial<StartQueryCommandInput> = {}) {
  const { queryId } = await start(queryString, more);
  await emulator.idle();
  return { queryId, ...(await logs.getQueryResults({ queryId })) };
}
const valuesOf = (results: readonly (readonly { field?: string | undefined; value?: string | undefined }[])[] = []) =>
  results.map((row) => Object.fromEntries(row.filter(({ field }) => field !== '@ptr').map(({ field, value }) => [field, value])));

describe('queries', () => {
  it('answer rows of texts, with figures', async () => {
    const { results, statistics, status, queryLanguage } = await ask('filter level = "ERROR" | fields took, @log');
    expect(valuesOf(results)).toEqual([{ took: '12', '@log': '000000000000:/shop/orders' }]);
    expect(results?.[0]?.map(({ field }) => field)).toEqual(['took', '@log', '@ptr']);
    expect({ status, queryLanguage, statistics }).toEqual({
      status: 'Complete',
      queryLanguage: 'CWLI',
      statistics: {
        ...{ recordsMatched: 1, recordsScanned: 3, bytesScanned: 140, logGroupsScanned: 1 },
        ...{ estimatedRecordsSkipped: 0, estimatedBytesSkipped: 0 },
      },
    });
  });
  it('merge groups, the latest event first', async () => {
    const groups = {
      logGroupName: undefined,
      logGroupIdentifiers: ['arn:aws:logs:us-east-1:000000000000:log-group:/shop/mail', '/shop/orders'],
    };
    const { results } = await ask('fields took | filter ispresent(took)', groups);
    expect(valuesOf(results)).toHaveLength(3);
    expect(valuesOf(results)[0]).toEqual({ took: '3' });
    const { results: sums } = await ask('stats sum(took) as s, count(*) as n by @log | sort s', groups);
    expect(valuesOf(sums)).toEqual([
      { '@log': '000000000000:/shop/orders', s: '15', n: '3' },
      { '@log': '000000000000:/shop/mail', s: '30', n: '1' },
    ]);
  });
  it('count both ends of their time, in seconds', async () => {
    const at = seconds(now) + 30;
    await put('/shop/mail', ['first', 'last'], at * 1000 + 998);
    const range = { logGroupName: '/shop/mail', startTime: at, endTime: at };
    expect(valuesOf((await ask('fields @message', range)).results)).toEqual([{ '@message': 'last' }, { '@message': 'first' }]);
    expect((await ask('fields @message', { ...range, endTime: at - 1, startTime: at - 1 })).results).toEqual([]);
  });
  it('come in pages', async () => {
    await logs.createLogGroup({ logGroupName: '/many' });
    await logs.createLogStream({ logGroupName: '/many', logStreamName: 's' });
    await put(
      '/many',
      Array.from({ length: 250 }, (_, at) => `event ${at}`),
    );
    const { queryId, results } = await ask('fields @message | sort @timestamp asc', { logGroupName: '/many' });
    expect(results).toHaveLength(250);
    const read: string[] = [];
    let nextToken: string | undefined;
    do {
      const page = await logs.getQueryResults({ queryId, maxItems: 110, nextToken });
      read.push(...page.results!.map((row) => row[0]!.value!));
      nextToken = page.nextToken;
    } while (nextToken);
    expect(read).toEqual(Array.from({ length: 250 }, (_, at) => `event ${at}`));
    await expect(logs.getQueryResults({ queryId, nextToken: 'x' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
  it('lead to the whole event', async () => {
    const { results } = await ask('filter took = 12 | fields level');
    const { logRecord } = await logs.getLogRecord({ logRecordPointer: results![0]!.at(-1)!.value! });
    expect(logRecord).toMatchObject({ '@message': '{"level":"ERROR","took":12}', level: 'ERROR', took: '12', '@logStream': 's' });
    for (const logRecordPointer of ['x', Buffer.from('["1:g","0",1,1]').toString('base64')])
      await expect(logs.getLogRecord({ logRecordPointer })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
  it('are listed as they were asked, and stopped only while they run', async () => {
    const { queryId } = await ask('fields @message', { logGroupName: '/shop/mail' });
    const { queries } = await logs.describeQueries({ logGroupName: '/shop/mail', status: 'Complete' });
    expect(queries?.find((query) => query.queryId === queryId)).toMatchObject({
      queryString: `SOURCE "/shop/mail" START=${seconds(now) - 60}000 END=${seconds(now) + 60}999 | fields @message`,
      status: 'Complete',
      logGroupName: '/shop/mail',
      queryLanguage: 'CWLI',
    });
    expect(await logs.listLogGroupsForQuery({ queryId })).toMatchObject({ logGroupIdentifiers: ['/shop/mail'] });
    await expect(logs.stopQuery({ queryId })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const [{ queryId: other }, stopped] = await start('fields @message').then(
      async (begun) => [begun, await logs.stopQuery({ queryId: begun.queryId! }).catch(() => undefined)] as const,
    );
    await emulator.idle();
    expect((await logs.getQueryResults({ queryId: other })).status).toBe(stopped ? 'Cancelled' : 'Complete');
  });
  it('say where they are wrong', async () => {
    const wrong = await start('fields @message\n| filter }').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(wrong).toBeInstanceOf(MalformedQueryException);
    expect(wrong).toMatchObject({
      message: expect.stringMatching(
        /^unexpected symbol found } at line 2 and position 9 \(Service: AWSLogs; Status Code: 400; Error Code: MalformedQueryException; /,
      ),
      queryCompileError: {
        location: { startCharOffset: 25, endCharOffset: 26 },
        message: 'unexpected symbol found } at line 2 and position 9',
      },
    });
  });
  it('refuse what they cannot search', async () => {
    await expect(start('limit 1', { logGroupName: '/none' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: expect.stringMatching(/^Log group '\/none' does not exist for account ID '000000000000' \(Service: AWSLogs; /),
    });
    await expect(start('limit 1', { logGroupNames: ['/shop/mail'] })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(start('limit 1', { startTime: 10, endTime: 5 })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(start('limit 1', { startTime: 1, endTime: 5 })).rejects.toMatchObject({
      name: 'MalformedQueryException',
      message: expect.stringContaining('before the log groups creation time'),
    });
    await expect(start('SELECT 1', { queryLanguage: 'SQL' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(logs.getQueryResults({ queryId: 'none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
  it('fail when they keep more than they may', async () => {
    const messages = Array.from({ length: 3 }, (_, at) => `${at}${'x'.repeat(250_000)}`);
    await logs.createLogGroup({ logGroupName: '/long' });
    await logs.createLogStream({ logGroupName: '/long', logStreamName: 's' });
    await put('/long', messages);
    const { status, results } = await ask(`fields concat(${Array(5).fill('@message').join(', ')}) as a`, { logGroupName: '/long' });
    expect({ status, results }).toEqual({ status: 'Failed', results: [] });
  });
});

describe('query definitions', () => {
  it('come back as they were put, by the beginning of their names', async () => {
    const { queryDefinitionId } = await logs.putQueryDefinition({
      name: 'shop/errors',
      queryString: 'filter level = "ERROR"',
      logGroupNames: ['/shop/orders'],
    });
    await logs.putQueryDefinition({ name: 'other', queryString: 'limit 1' });
    const shown = await logs.describeQueryDefinitions({ queryDefinitionNamePrefix: 'shop/' });
    expect(shown.queryDefinitions).toEqual([
      {
        ...{ queryDefinitionId, name: 'shop/errors', queryString: 'filter level = "ERROR"', logGroupNames: ['/shop/orders'] },
        ...{ lastModified: expect.any(Number), queryLanguage: 'CWLI' },
      },
    ]);
    await logs.putQueryDefinition({ queryDefinitionId, name: 'shop/all', queryString: 'limit 2' });
    expect((await logs.describeQueryDefinitions({ queryDefinitionNamePrefix: 'shop/' })).queryDefinitions).toMatchObject([
      { name: 'shop/all', logGroupNames: [] },
    ]);
    expect(await logs.deleteQueryDefinition({ queryDefinitionId })).toMatchObject({ success: true });
    await expect(logs.deleteQueryDefinition({ queryDefinitionId })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(logs.putQueryDefinition({ queryDefinitionId, name: 'a', queryString: 'b' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});
