// StartQuery and its kin: queries of log events in the language of Logs Insights. Their results stay for a week.
import type { Ctx } from '#core/ctx';
import { writeToken } from '#core/page';
import type { Frozen } from '#core/records';
import { fault, operation, type StartQueryRequest } from '#model/logs';
import { checkUnmask } from '#services/logs/events/event-text';
import { expiredBeforeMs } from '#services/logs/groups/expiry';
import { invalid } from '#services/logs/groups/find-group';
import { groupNameIn } from '#services/logs/groups/group-arn';
import { readToken } from '#services/logs/pages';
import { isOpenQuery, type LogQuery, queries, queryRows } from '#services/logs/query-state';
import { groups, type LogGroup } from '#services/logs/state';
import { compileQuery } from './language/compile-query.ts';
import { QueryError } from './language/query-error.ts';
import { malformedQuery, noQueriedGroup, noQuery } from './query-faults.ts';
import { ROWS_TOGETHER } from './run-query.ts';

/** Limit: log groups of a query. */
const MAX_GROUPS = 50;
/** Limit: queries that run at the same time in a region. */
const MAX_RUNNING = 100;
/** Limit: rows of a page of GetQueryResults. */
const MAX_PAGE = 10_000;
/** Limit: time for which the results of a query are kept. */
const KEPT_MS = 7 * 86_400_000;

export const StartQuery = operation('StartQuery', (input, ctx) => {
  const { startTime: startSeconds, endTime: endSeconds, queryString: text, limit } = input;
  refuseLanguage(input.queryLanguage);
  const searched = searchedGroups(input, ctx);
  if (endSeconds < startSeconds) throw invalid('The end time must not be before the start time.');
  checkText(text, limit, ctx);
  if (/\bunmask\s*\(/i.test(text)) for (const { name } of searched) checkUnmask(name, ctx);
  if (searched.every((group) => endsBefore(group, endSeconds, ctx)))
    throw malformedQuery(
      "Query's end date and time is either before the log groups creation time or exceeds the log groups log retention settings",
      ctx,
    );
  const records = ctx.records(queries);
  if (records.range().filter(({ status }) => isOpenQuery(status)).length >= MAX_RUNNING)
    throw fault('LimitExceededException', `Account maximum query concurrency limit of [${MAX_RUNNING}] reached.`);
  const [queryId, createdMs] = [ctx.id(), ctx.now()];
  const names = searched.map(({ name }) => name);
  const nothing = { rows: 0, recordsMatched: 0, recordsScanned: 0, bytesScanned: 0 };
  ctx.write((tx) => {
    tx.put(records, [queryId], { text, groups: names, startSeconds, endSeconds, limit, status: 'Scheduled', createdMs, ...nothing });
    ctx.later(tx, 'logs.run-query', [queryId], createdMs);
    ctx.later(tx, 'logs.forget-query', [queryId], createdMs + KEPT_MS);
  });
  return { queryId };
});

function refuseLanguage(language = 'CWLI'): void {
  if (language !== 'CWLI') throw invalid(`Queries in ${language} are not emulated: queryLanguage can only be CWLI here.`);
}

const endsBefore = ({ createdMs, retentionDays, ...group }: Frozen<LogGroup>, endSeconds: number, ctx: Ctx): boolean => {
  const endMs = endSeconds * 1000 + 999;
  return retentionDays === undefined ? endMs < createdMs : endMs < expiredBeforeMs({ createdMs, retentionDays, ...group }, ctx.now());
};

function checkText(text: string, limit: number | undefined, ctx: Ctx): void {
  try {
    compileQuery(text, ctx.now(), limit);
  } catch (error) {
    if (error instanceof QueryError) throw malformedQuery(error.message, ctx, error.location);
    throw error;
  }
}

function searchedGroups(input: StartQueryRequest, ctx: Ctx): readonly Frozen<LogGroup>[] {
  const given = [input.logGroupName && [input.logGroupName], input.logGroupNames, input.logGroupIdentifiers].filter((list) => list?.length);
  if (given.length !== 1) throw invalid('Exactly one of logGroupName, logGroupNames and logGroupIdentifiers must be given.');
  const names = [...new Set(given[0] as readonly string[])];
  if (names.length > MAX_GROUPS) throw invalid(`A query can search at most ${MAX_GROUPS} log groups.`);
  return names.map((each) => {
    const name = each.startsWith('arn:') ? groupNameIn(ctx, each) : each;
    const group = name === undefined ? undefined : ctx.records(groups).get([name]);
    if (!group) throw noQueriedGroup(each, ctx);
    return group;
  });
}

function findQuery(id: string, ctx: Ctx): Frozen<LogQuery> {
  const query = ctx.records(queries).get([id]);
  if (!query) throw noQuery(id);
  return query;
}

export const StopQuery = operation('StopQuery', ({ queryId }, ctx) => {
  const query = findQuery(queryId, ctx);
  if (!isOpenQuery(query.status)) throw invalid('The specified query is not running.');
  ctx.write((tx) => {
    tx.put(ctx.records(queries), [queryId], { ...query, status: 'Cancelled', endedMs: ctx.now() });
    ctx.unschedule(tx, 'logs.run-query', [queryId]);
    if (query.scheduled) ctx.later(tx, 'logs.end-scheduled-query', [...query.scheduled], ctx.now());
  });
  return { success: true };
});

export const GetQueryResults = operation('GetQueryResults', ({ queryId, nextToken, maxItems }, ctx) => {
  const query = findQuery(queryId, ctx);
  const [from] = nextToken === undefined ? [0] : readToken(nextToken);
  if (!Number.isInteger(from) || (from as number) < 0) throw invalid('The specified nextToken is invalid.');
  const results = rowsOf(queryId, from as number, maxItems || MAX_PAGE, ctx);
  const end = (from as number) + results.length;
  const { recordsMatched, recordsScanned, bytesScanned, rows } = query;
  const statistics = { recordsMatched, recordsScanned, bytesScanned, estimatedRecordsSkipped: 0, estimatedBytesSkipped: 0 };
  return {
    queryLanguage: 'CWLI',
    results: query.status === 'Complete' ? results : [],
    statistics: { ...statistics, logGroupsScanned: query.groups.length },
    status: query.status,
    ...(query.status === 'Complete' && end < rows && { nextToken: writeToken([end]) }),
  };
});

function rowsOf(queryId: string, from: number, count: number, ctx: Ctx) {
  const first = from - (from % ROWS_TOGETHER);
  const limit = Math.ceil((from - first + count) / ROWS_TOGETHER);
  const together = ctx.records(queryRows).range([queryId], { ...(first > 0 && { after: [queryId, first - 1] }), limit });
  return together.flat().slice(from - first, from - first + count);
}

/** The latest first. */
export const DescribeQueries = operation(
  'DescribeQueries',
  ({ logGroupName, status, maxResults = 1000, nextToken, queryLanguage }, ctx) => {
    const [from] = nextToken === undefined ? [0] : readToken(nextToken);
    if (!Number.isInteger(from) || (from as number) < 0) throw invalid('The specified nextToken is invalid.');
    if (logGroupName !== undefined && !ctx.records(groups).has([logGroupName])) throw noQueriedGroup(logGroupName, ctx);
    const wanted = ctx
      .records(queries)
      .entries()
      .filter(([, query]) => logGroupName === undefined || query.groups.includes(logGroupName))
      .filter(([, query]) => (status === undefined || query.status === status) && (queryLanguage === undefined || queryLanguage === 'CWLI'))
      .sort(([, a], [, b]) => b.createdMs - a.createdMs);
    const end = (from as number) + maxResults;
    return {
      queries: wanted.slice(from as number, end).map(([[queryId], query]) => describe(queryId, query)),
      ...(end < wanted.length && { nextToken: writeToken([end]) }),
    };
  },
);

function describe(queryId: string, query: Frozen<LogQuery>) {
  const { text, status, createdMs, endedMs, groups: names, startSeconds, endSeconds, bytesScanned } = query;
  const source = names.map((name) => `"${name}"`).join(', ');
  return {
    queryLanguage: 'CWLI',
    queryId,
    queryString: `SOURCE ${source} START=${startSeconds}000 END=${endSeconds}999 | ${text}`,
    status,
    createTime: createdMs,
    ...(names.length === 1 && { logGroupName: names[0] }),
    ...(endedMs !== undefined && { queryDuration: endedMs - createdMs, bytesScanned }),
  };
}

export const ListLogGroupsForQuery = operation('ListLogGroupsForQuery', ({ queryId }, ctx) => ({
  logGroupIdentifiers: findQuery(queryId, ctx).groups,
}));
