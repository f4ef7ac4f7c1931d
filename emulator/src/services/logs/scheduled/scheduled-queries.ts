// Scheduled queries: queries of log events that run at the times of a schedule, in a role, and put their results into a bucket or a lookup table.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/ScheduledQueries.html
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { timeZone } from '#lib/time-zone';
import { type CreateScheduledQueryRequest, fault, operation, type UpdateScheduledQueryRequest } from '#model/logs';
import { compileQuery } from '#services/logs/insights/language/compile-query';
import { QueryError } from '#services/logs/insights/language/query-error';
import { type ScheduledQuery, scheduledQueries, scheduledRuns } from '#services/logs/query-state';
import { LOG_TAGS } from '#services/logs/tag-rules';
import { scheduledQueryArn } from './arn.ts';
import { arm, disarm, momentMs, parseExpression } from './next-run.ts';

/** Limit: scheduled queries of a region. */
const MAX_QUERIES = 1000;

const invalid = (message: string): Fault => fault('ValidationException', message);

/** By its name or its ARN. */
function findQuery(identifier: string, ctx: Ctx): { readonly id: string; readonly query: Frozen<ScheduledQuery> } {
  const id = /^scheduled-query:(.+)$/.exec(parseArn(identifier)?.resource ?? '')?.[1];
  const found = ctx
    .records(scheduledQueries)
    .entries()
    .find(([[key], { name }]) => key === id || name === identifier);
  if (!found) throw fault('ResourceNotFoundException', `Scheduled query ${identifier} does not exist.`);
  return { id: found[0][0], query: found[1] };
}

type QuerySettings = Omit<CreateScheduledQueryRequest, 'name' | 'tags'> & Partial<Pick<UpdateScheduledQueryRequest, 'identifier'>>;

/** @throws Fault ValidationException; MalformedQueryException of the language */
function readSettings(given: QuerySettings, ctx: Ctx) {
  if (given.queryLanguage !== 'CWLI')
    throw invalid(`Queries in ${given.queryLanguage} are not emulated: queryLanguage can only be CWLI here.`);
  if (!parseExpression(given.scheduleExpression)) throw invalid(`Invalid scheduleExpression: ${given.scheduleExpression}`);
  if (given.timezone !== undefined && !timeZone(given.timezone)) throw invalid(`Invalid timezone: ${given.timezone}`);
  const { scheduleStartTime: start = 0, scheduleEndTime: end = Number.POSITIVE_INFINITY } = given;
  if (end <= start) throw invalid('scheduleEndTime must be after scheduleStartTime.');
  if ((given.startTimeOffset ?? 1) <= (given.endTimeOffset ?? 0)) throw invalid('startTimeOffset must be greater than endTimeOffset.');
  if (given.logGroupIdentifiers === undefined)
    throw invalid('logGroupIdentifiers must be given: queries that name their sources are not emulated.');
  try {
    compileQuery(given.queryString, ctx.now());
  } catch (error) {
    if (error instanceof QueryError) throw invalid(`Invalid queryString: ${error.message}`);
    throw error;
  }
  return {
    text: given.queryString,
    groups: given.logGroupIdentifiers,
    expression: given.scheduleExpression,
    timezone: given.timezone,
    startOffsetSeconds: given.startTimeOffset,
    endOffsetSeconds: given.endTimeOffset,
    destination: given.destinationConfiguration,
    scheduleStart: given.scheduleStartTime,
    scheduleEnd: given.scheduleEndTime,
    roleArn: given.executionRoleArn,
    description: given.description,
    state: given.state === 'DISABLED' ? ('DISABLED' as const) : ('ENABLED' as const),
  };
}

export const CreateScheduledQuery = operation('CreateScheduledQuery', (input, ctx) => {
  const { name, tags } = input;
  const settings = readSettings(input, ctx);
  const records = ctx.records(scheduledQueries);
  if (records.range().some((query) => query.name === name)) throw fault('ConflictException', `A scheduled query ${name} exists already.`);
  if (records.count() >= MAX_QUERIES)
    throw fault('ServiceQuotaExceededException', `A region can have at most ${MAX_QUERIES} scheduled queries.`);
  const [id, nowMs] = [ctx.id(), ctx.now()];
  const arn = scheduledQueryArn(ctx, id);
  const query: ScheduledQuery = { ...settings, name, createdMs: nowMs, modifiedMs: nowMs, tags: LOG_TAGS.ofNew(tags, ctx, arn) };
  ctx.write((tx) => {
    tx.put(records, [id], query);
    arm(tx, id, query, ctx);
  });
  return { scheduledQueryArn: arn, state: query.state };
});

/** Settings that are not given are set no longer. */
export const UpdateScheduledQuery = operation('UpdateScheduledQuery', (input, ctx) => {
  const { id, query: before } = findQuery(input.identifier, ctx);
  const { name, createdMs, tags, lastMs, lastStatus } = before;
  const query: ScheduledQuery = { ...readSettings(input, ctx), name, createdMs, tags, lastMs, lastStatus, modifiedMs: ctx.now() };
  ctx.write((tx) => {
    tx.put(ctx.records(scheduledQueries), [id], query);
    arm(tx, id, query, ctx);
  });
  return describe(id, query, ctx);
});

export const GetScheduledQuery = operation('GetScheduledQuery', ({ identifier }, ctx) => {
  const { id, query } = findQuery(identifier, ctx);
  return describe(id, query, ctx);
});

export const DeleteScheduledQuery = operation('DeleteScheduledQuery', ({ identifier }, ctx) => {
  const { id } = findQuery(identifier, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(scheduledQueries), [id]);
    for (const key of ctx.records(scheduledRuns).keys([id])) tx.delete(ctx.records(scheduledRuns), key);
    disarm(tx, id, ctx);
  });
  return {};
});

interface Page {
  readonly maxResults?: number | undefined;
  readonly nextToken?: string | undefined;
}

const { pageOfRecords } = pager({
  request: ({ maxResults = 1000, nextToken }: Page) => ({ limit: maxResults, token: nextToken }),
  end: (next) => ({ nextToken: next }),
  invalidToken: () => invalid('The specified nextToken is invalid.'),
});

export const ListScheduledQueries = operation('ListScheduledQueries', (input, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(scheduledQueries), [], input, {
    keep: ({ state }) => (input.state === undefined || state === input.state) && input.scheduleType !== 'AWS_MANAGED',
  });
  return {
    nextToken,
    scheduledQueries: items.map(([[id], query]) => {
      const { scheduledQueryArn: arn, name, state, scheduleType, scheduleExpression, timezone, ...more } = describe(id, query, ctx);
      const { lastTriggeredTime, lastExecutionStatus, destinationConfiguration, creationTime, lastUpdatedTime } = more;
      return {
        ...{ scheduledQueryArn: arn, name, state, scheduleType, scheduleExpression, timezone },
        ...{ lastTriggeredTime, lastExecutionStatus, destinationConfiguration, creationTime, lastUpdatedTime },
      };
    }),
  };
});

export const GetScheduledQueryHistory = operation('GetScheduledQueryHistory', (input, ctx) => {
  const { id, query } = findQuery(input.identifier, ctx);
  const [fromMs, toMs] = [input.startTime, input.endTime].map(momentMs) as [number, number];
  const asked = input.executionStatuses ?? [];
  const { items, nextToken } = pageOfRecords(ctx.records(scheduledRuns), [id], input, {
    keep: ({ status, atMs }) => atMs >= fromMs && atMs <= toMs && (asked.length === 0 || asked.includes(status)),
  });
  return {
    name: query.name,
    scheduledQueryArn: scheduledQueryArn(ctx, id),
    nextToken,
    triggerHistory: items.map(([, { atMs: triggeredTimestamp, status: executionStatus, queryId, message, destinations }]) => ({
      ...{ queryId, executionStatus, triggeredTimestamp, errorMessage: message, destinations },
    })),
  };
});

const describe = (id: string, query: Frozen<ScheduledQuery>, ctx: Ctx) => ({
  scheduledQueryArn: scheduledQueryArn(ctx, id),
  name: query.name,
  description: query.description,
  queryLanguage: 'CWLI',
  queryString: query.text,
  logGroupIdentifiers: query.groups,
  scheduleExpression: query.expression,
  timezone: query.timezone,
  startTimeOffset: query.startOffsetSeconds,
  endTimeOffset: query.endOffsetSeconds,
  destinationConfiguration: query.destination,
  state: query.state,
  scheduleType: 'CUSTOMER_MANAGED',
  lastTriggeredTime: query.lastMs,
  lastExecutionStatus: query.lastStatus,
  scheduleStartTime: query.scheduleStart,
  scheduleEndTime: query.scheduleEnd,
  executionRoleArn: query.roleArn,
  creationTime: query.createdMs,
  lastUpdatedTime: query.modifiedMs,
});
