// Runs scheduled queries: begins the query when it is due, and takes its results to their destinations when it has ended.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { DueWork } from '#core/time/work';
import { noteJob } from '#core/traces/job';
import { parseArn } from '#lib/arn';
import { inPieces } from '#lib/byte-pieces';
import { Turns } from '#lib/next-turn';
import { table } from '#lib/table';
import {
  isOpenQuery,
  type LogQuery,
  queries,
  rowsOf,
  type ScheduledQuery,
  type ScheduledRun,
  scheduledQueries,
  scheduledRuns,
} from '#services/logs/query-state';
import { scheduledQueryArn } from './arn.ts';
import { arm } from './next-run.ts';

/** How far a query without an offset looks back; the guide tells no default. */
const LOOK_BACK_SECONDS = 3600;
/** Runs that are kept of a query: the guide keeps results for 30 days. */
const MAX_RUNS = 1000;
const RETRY = { maxRetries: 24, maxAgeMs: 3_600_000 };

async function begin(id: string, ctx: Ctx): Promise<void> {
  const query = ctx.records(scheduledQueries).get([id]);
  if (query?.state !== 'ENABLED') return;
  const atMs = ctx.now();
  ctx.write((tx) => arm(tx, id, query, ctx));
  const nowSeconds = Math.floor(atMs / 1000);
  const input = {
    logGroupIdentifiers: query.groups,
    queryString: query.text,
    startTime: nowSeconds - (query.startOffsetSeconds ?? LOOK_BACK_SECONDS),
    endTime: nowSeconds - (query.endOffsetSeconds ?? 0),
  };
  try {
    const { queryId = '' } = await ctx.call('logs', 'StartQuery', input, { withRole: query.roleArn, isPlumbing: true });
    const started = ctx.records(queries).get([queryId]);
    ctx.write((tx) => {
      note(id, { atMs, status: 'Running', queryId, destinations: [] }, ctx);
      if (started && isOpenQuery(started.status)) tx.put(ctx.records(queries), [queryId], { ...started, scheduled: [id, atMs] });
      else ctx.later(tx, 'logs.end-scheduled-query', [id, atMs], ctx.now());
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const status = error.code === 'MalformedQueryException' ? 'InvalidQuery' : 'Failed';
    note(id, { atMs, status, message: error.message, destinations: [] }, ctx);
    tell(id, query, error, ctx);
  }
}

/** Keeps what is known about a run, and with the query the status of the last one. */
function note(id: string, run: ScheduledRun, ctx: Ctx): void {
  ctx.write((tx) => {
    const records = ctx.records(scheduledRuns);
    tx.put(records, [id, run.atMs], run);
    const over = records.count([id]) - MAX_RUNS;
    if (over > 0) for (const key of records.keys([id], { limit: over })) tx.delete(records, key);
    const query = ctx.records(scheduledQueries).get([id]);
    if (query) tx.put(ctx.records(scheduledQueries), [id], { ...query, lastMs: run.atMs, lastStatus: run.status });
  });
}

const tell = (id: string, { name }: Frozen<ScheduledQuery>, failure: Fault | string | undefined, ctx: Ctx): void =>
  noteJob({ resource: scheduledQueryArn(ctx, id), name: `scheduled query ${name}` }, failure, ctx);

async function end(id: string, atMs: number, ctx: Ctx): Promise<void> {
  const [scheduled, run] = [ctx.records(scheduledQueries).get([id]), ctx.records(scheduledRuns).get([id, atMs])];
  const query = run?.queryId === undefined ? undefined : ctx.records(queries).get([run.queryId]);
  if (!scheduled || !run || !query) return;
  const status = query.status === 'Complete' ? 'Complete' : 'Failed';
  const destinations = status === 'Complete' ? await putResults(scheduled, run.queryId!, query, ctx) : [];
  note(id, { ...run, status, destinations }, ctx);
  const failed = destinations.find(({ errorMessage }) => errorMessage !== undefined);
  tell(id, scheduled, status === 'Failed' ? `The query ended: ${query.status}.` : failed?.errorMessage, ctx);
  sendEvent(id, run, query, ctx);
}

async function putResults(scheduled: Frozen<ScheduledQuery>, queryId: string, query: Frozen<LogQuery>, ctx: Ctx) {
  const { s3Configuration: s3, lookupTableConfiguration: lookup } = scheduled.destination ?? {};
  const put: ScheduledRun['destinations'][number][] = [];
  if (s3) {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(s3.destinationIdentifier) ?? [];
    // The name below the prefix is ours.
    const key = [prefix.replace(/\/+$/, ''), scheduled.name, `${queryId}.json`].filter((part) => part !== '').join('/');
    const pieces = await resultsOf(queryId, query, ctx);
    const ContentLength = pieces.reduce((sum, { length }) => sum + length, 0);
    const object = { Bucket: bucket, Key: key, Body: inPieces(...pieces), ContentLength, ContentType: 'application/json' };
    const sent = ctx.call(
      's3',
      'PutObject',
      { ...object, ExpectedBucketOwner: s3.ownerAccountId },
      { withRole: s3.roleArn, isPlumbing: true },
    );
    put.push(await outcomeOf('S3', s3.destinationIdentifier, `s3://${bucket}/${key}`, sent));
  }
  if (lookup) put.push(await outcomeOf('LOOKUP_TABLE', lookup.tableName, lookup.tableName, fillTable(lookup, queryId, ctx)));
  return put;
}

async function outcomeOf(destinationType: string, destinationIdentifier: string, processedIdentifier: string, sent: Promise<unknown>) {
  try {
    await sent;
    return { destinationType, destinationIdentifier, status: 'COMPLETE', processedIdentifier };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const status = error.options.blame === 'server' ? 'FAILED' : 'CLIENT_ERROR';
    return { destinationType, destinationIdentifier, status, errorMessage: `${error.code}: ${error.message}` };
  }
}

type Lookup = NonNullable<NonNullable<ScheduledQuery['destination']>['lookupTableConfiguration']>;

async function fillTable({ tableName, roleArn, description, kmsKeyId, tags }: Frozen<Lookup>, queryId: string, ctx: Ctx): Promise<void> {
  const options = { withRole: roleArn, isPlumbing: true };
  const { lookupTables = [] } = await ctx.call('logs', 'DescribeLookupTables', { lookupTableNamePrefix: tableName }, options);
  const found = lookupTables.find(({ lookupTableName }) => lookupTableName === tableName);
  if (found)
    await ctx.call('logs', 'UpdateLookupTable', { lookupTableArn: found.lookupTableArn!, queryId, description, kmsKeyId }, options);
  else await ctx.call('logs', 'CreateLookupTable', { lookupTableName: tableName, queryId, description, kmsKeyId, tags }, options);
}

/** As GetQueryResults answers, without pages, in pieces of JSON. */
async function resultsOf(queryId: string, query: Frozen<LogQuery>, ctx: Ctx): Promise<Buffer[]> {
  const pieces = [Buffer.from('{"queryLanguage":"CWLI","results":[')];
  const turns = new Turns();
  for (const row of rowsOf(queryId, ctx)) {
    pieces.push(Buffer.from(`${pieces.length === 1 ? '' : ','}${JSON.stringify(row)}`));
    await turns.next();
  }
  const { status } = query;
  pieces.push(Buffer.from(`],${JSON.stringify({ statistics: statisticsOf(query), status }).slice(1)}`));
  return pieces;
}

const statisticsOf = ({ recordsMatched, recordsScanned, bytesScanned, groups }: Frozen<LogQuery>) => ({
  ...{ recordsMatched, recordsScanned, estimatedRecordsSkipped: 0 },
  ...{ bytesScanned, estimatedBytesSkipped: 0, logGroupsScanned: groups.length },
});

/** The guide shows the event, "Query result format and structure". */
function sendEvent(id: string, { atMs, queryId }: ScheduledRun, query: Frozen<LogQuery>, ctx: Ctx): void {
  const arn = scheduledQueryArn(ctx, id);
  const detail = {
    ...{ queryId, queryString: query.text, logGroupIdentifiers: query.groups, status: query.status },
    ...{ startTime: Math.floor(atMs / 1000), statistics: statisticsOf(query) },
  };
  const to = {
    targetArn: `arn:${parseArn(arn)!.partition}:events:${ctx.region}:${ctx.account}:event-bus/default`,
    as: { service: 'logs.amazonaws.com', sourceArn: arn, sourceAccount: ctx.account },
    retry: RETRY,
    about: { service: 'logs', resource: `scheduled query ${id}`, resourceArn: arn },
  };
  const payload = JSON.stringify({ source: 'aws.logs', 'detail-type': 'Scheduled Query Completed', resources: [arn], detail });
  ctx.write((tx) => ctx.deliver(tx, [{ to, payload }]));
}

export const work: Readonly<Record<string, DueWork>> = table({
  'logs.run-scheduled-query': ([id], ctx) => begin(String(id), ctx),
  'logs.end-scheduled-query': ([id, atMs], ctx) => end(String(id), Number(atMs), ctx),
});
