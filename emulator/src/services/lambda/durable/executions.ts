// GetDurableExecution, GetDurableExecutionHistory, ListDurableExecutionsByFunction, StopDurableExecution.
import type { Ctx } from '#core/ctx';
import { type ErrorObject, type Execution, operation } from '#model/lambda';
import { findFunction, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { keyIn, markerOf } from '#services/lambda/lookup/pages';
import { close } from './engine/finish.ts';
import type { Head } from './engine/head.ts';
import { describedEvent } from './engine/history.ts';
import { draftOf, executionArn, existing } from './locate.ts';
import { readEventTexts, readText, textInRecord } from './payloads.ts';
import { durableEvents, durableOperations, durables, durablesByStart } from './records.ts';
import { save } from './save.ts';

/** Limit: items of a page of executions or events, unless MaxItems is given. */
const DEFAULT_PAGE = 100;

const listed = (head: Head, ctx: Ctx): Execution => ({
  DurableExecutionArn: executionArn(head, ctx),
  DurableExecutionName: head.name,
  FunctionArn: functionArn(ctx, head.functionName, versionName(head.version)),
  Status: head.status,
  StartTimestamp: new Date(head.startMs),
  ...(head.endMs !== undefined && { EndTimestamp: new Date(head.endMs) }),
  ...(head.kmsKeyArn !== undefined && { KMSKeyArn: head.kmsKeyArn }),
});

export const GetDurableExecution = operation('GetDurableExecution', async ({ DurableExecutionArn, IncludeExecutionData = true }, ctx) => {
  const head = existing(DurableExecutionArn, ctx);
  return {
    ...listed(head, ctx),
    ...(IncludeExecutionData && (await dataOf(head, ctx))),
    ExecutionDataIncluded: IncludeExecutionData,
    Version: versionName(head.version),
    TraceHeader: { XAmznTraceId: head.traceId },
    DurableConfig: { RetentionPeriodInDays: head.retentionDays, ExecutionTimeout: head.timeoutS },
  };
});

async function dataOf({ id, result, error }: Head, ctx: Ctx) {
  const { input } = ctx.records(durableOperations).get([id, id]) ?? {};
  return {
    ...(input !== undefined && { InputPayload: await readText(input, ctx) }),
    ...(result !== undefined && { Result: await readText(result, ctx) }),
    ...(error !== undefined && { Error: error }),
  };
}

export const GetDurableExecutionHistory = operation('GetDurableExecutionHistory', async (input, ctx) => {
  const { DurableExecutionArn, IncludeExecutionData = true, MaxItems, Marker, ReverseOrder: reverse = false } = input;
  const head = existing(DurableExecutionArn, ctx);
  const size = MaxItems || DEFAULT_PAGE;
  const first = Marker ? Number(keyIn(Marker)[0]) : reverse ? head.events : 1;
  const last = reverse ? Math.max(1, first - size + 1) : Math.min(head.events, first + size - 1);
  const found = eventsBetween(head.id, Math.min(first, last), Math.max(first, last), ctx);
  const textOf = (await (IncludeExecutionData ? readEventTexts(found, ctx) : undefined)) ?? textInRecord;
  const events = found.map((event) => describedEvent(event, textOf, IncludeExecutionData));
  const isMore = reverse ? last > 1 : last < head.events;
  return {
    Events: reverse ? events.reverse() : events,
    ...(isMore && { NextMarker: markerOf([reverse ? last - 1 : last + 1]) }),
  };
});

/** Events of that range of ids. One row holds the events of one write, under the id of the first of them. */
function eventsBetween(id: string, from: number, to: number, ctx: Ctx) {
  const rows = ctx.records(durableEvents);
  const [start] = rows.keys([id], { before: [id, from + 1], reverse: true, limit: 1 });
  return rows
    .range([id], { from: start ?? [id, from], before: [id, to + 1] })
    .flatMap(({ events }) => events)
    .filter((event) => event.id >= from && event.id <= to);
}

export const ListDurableExecutionsByFunction = operation('ListDurableExecutionsByFunction', (input, ctx) => {
  const { name, qualifier } = named(input, ctx);
  findFunction(name, ctx, qualifier);
  const version = qualifier === undefined ? undefined : findVersion({ name, qualifier }, ctx).version.version;
  const { StartedAfter, StartedBefore, Statuses, DurableExecutionName, ReverseOrder: reverse = false } = input;
  const fits = (head: Head): boolean =>
    (version === undefined || head.version === version) &&
    (DurableExecutionName === undefined || head.name === DurableExecutionName) &&
    (Statuses === undefined || Statuses.includes(head.status)) &&
    (StartedAfter === undefined || head.startMs > StartedAfter.getTime()) &&
    (StartedBefore === undefined || head.startMs < StartedBefore.getTime());
  const after = input.Marker ? (keyIn(input.Marker) as [string, number, string]) : undefined;
  const size = input.MaxItems || DEFAULT_PAGE;
  const found: Head[] = [];
  for (const [, , id] of ctx.records(durablesByStart).keys([name], { reverse, ...(after && { after }) })) {
    const head = ctx.records(durables).get([id]);
    if (head && fits(head)) found.push(head);
    if (found.length > size) break;
  }
  const last = found[size - 1];
  return {
    DurableExecutions: found.slice(0, size).map((head) => listed(head, ctx)),
    ...(found.length > size && { NextMarker: markerOf([name, last!.startMs, last!.id]) }),
  };
});

/** Stopping an execution that has ended changes nothing. An invocation under way is refused at its next checkpoint. */
export const StopDurableExecution = operation('StopDurableExecution', ({ DurableExecutionArn, Error: error }, ctx) => {
  const head = existing(DurableExecutionArn, ctx);
  if (head.status !== 'RUNNING') return { StopTimestamp: new Date(head.endMs!) };
  const draft = draftOf(head, ctx);
  close(draft, 'STOPPED', { error: (error ?? {}) as ErrorObject });
  ctx.write((tx) => save(tx, draft, ctx));
  return { StopTimestamp: new Date(ctx.now()) };
});
