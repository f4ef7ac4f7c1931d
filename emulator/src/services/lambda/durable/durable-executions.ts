// Answers about durable executions. None of the recorded ones has run, so each has failed and waits for nothing.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { type Event, type Execution, operation } from '#model/lambda';
import { invalidParameter, notFound } from '#services/lambda/faults';
import { findFunction, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { keyIn, markerOf } from '#services/lambda/lookup/pages';
import { NOT_EMULATED } from './begin-durable.ts';
import { type DurableRecord, durables, durablesByName } from './durable-record.ts';

const ERROR = { ErrorType: 'NotEmulated', ErrorMessage: `Not run: ${NOT_EMULATED}` } as const;
const DEFAULT_PAGE = 100;

const arnOf = ({ functionName, version, name, id }: Frozen<DurableRecord>, ctx: Ctx): string =>
  `${functionArn(ctx, functionName, versionName(version))}/durable-execution/${name}/${id}`;

/** @throws Fault ResourceNotFoundException */
function existing(arn: string, ctx: Ctx): Frozen<DurableRecord> {
  const [, functionName = '', name = ''] = /:function:([^:]+):[^/]+\/durable-execution\/([^/]+)\/[^/]+$/.exec(arn) ?? [];
  const at = ctx.records(durablesByName).get([functionName, name]);
  const found = at && ctx.records(durables).get([functionName, at.startedMs, at.id]);
  if (!found || arnOf(found, ctx) !== arn) throw notFound(`Durable execution not found: ${arn}`);
  return found;
}

const listed = (record: Frozen<DurableRecord>, ctx: Ctx): Execution => ({
  DurableExecutionArn: arnOf(record, ctx),
  DurableExecutionName: record.name,
  FunctionArn: functionArn(ctx, record.functionName, versionName(record.version)),
  Status: 'FAILED',
  StartTimestamp: new Date(record.startedMs),
  EndTimestamp: new Date(record.startedMs),
  ...(record.kmsKeyArn !== undefined && { KMSKeyArn: record.kmsKeyArn }),
});

export const GetDurableExecution = operation('GetDurableExecution', ({ DurableExecutionArn, IncludeExecutionData = true }, ctx) => {
  const record = existing(DurableExecutionArn, ctx);
  return {
    ...listed(record, ctx),
    ...(IncludeExecutionData && { InputPayload: record.input, Error: ERROR }),
    ExecutionDataIncluded: IncludeExecutionData,
    Version: versionName(record.version),
    TraceHeader: { XAmznTraceId: record.traceId },
    DurableConfig: {
      RetentionPeriodInDays: record.retentionDays,
      ...(record.executionTimeoutS !== undefined && { ExecutionTimeout: record.executionTimeoutS }),
    },
  };
});

export const GetDurableExecutionHistory = operation('GetDurableExecutionHistory', (input, ctx) => {
  const record = existing(input.DurableExecutionArn, ctx);
  const data = input.IncludeExecutionData === true;
  const at = { EventTimestamp: new Date(record.startedMs), Id: record.id, Name: record.name };
  const started: Event = {
    ...{ ...at, EventId: 1, EventType: 'ExecutionStarted' },
    ExecutionStartedDetails: {
      Input: { ...(data && { Payload: record.input }), Truncated: false },
      ExecutionTimeout: record.executionTimeoutS ?? 0,
    },
  };
  const failed: Event = {
    ...{ ...at, EventId: 2, EventType: 'ExecutionFailed' },
    ExecutionFailedDetails: { Error: { ...(data && { Payload: ERROR }), Truncated: false } },
  };
  const events = input.ReverseOrder ? [failed, started] : [started, failed];
  const from = input.Marker ? Number(keyIn(input.Marker)[0]) : 0;
  const to = from + (input.MaxItems || DEFAULT_PAGE);
  return { Events: events.slice(from, to), ...(to < events.length && { NextMarker: markerOf([to]) }) };
});

export const ListDurableExecutionsByFunction = operation('ListDurableExecutionsByFunction', (input, ctx) => {
  const { name, qualifier } = named(input, ctx);
  findFunction(name, ctx, qualifier);
  const version = qualifier === undefined ? undefined : findVersion({ name, qualifier }, ctx).version.version;
  const fits = (record: Frozen<DurableRecord>): boolean =>
    (version === undefined || record.version === version) &&
    (input.DurableExecutionName === undefined || record.name === input.DurableExecutionName) &&
    (input.Statuses === undefined || input.Statuses.includes('FAILED')) &&
    (input.StartedAfter === undefined || record.startedMs > input.StartedAfter.getTime()) &&
    (input.StartedBefore === undefined || record.startedMs < input.StartedBefore.getTime());
  const marker = input.Marker ? (keyIn(input.Marker) as [string, number, string]) : undefined;
  const size = input.MaxItems || DEFAULT_PAGE;
  const range = { reverse: input.ReverseOrder === true, ...(marker && { after: marker }) };
  const found = ctx
    .records(durables)
    .entries([name], range)
    .filter(([, record]) => fits(record))
    .slice(0, size + 1);
  return {
    DurableExecutions: found.slice(0, size).map(([, record]) => listed(record, ctx)),
    ...(found.length > size && { NextMarker: markerOf(found[size - 1]![0]) }),
  };
});

export const StopDurableExecution = operation('StopDurableExecution', ({ DurableExecutionArn }, ctx) => {
  existing(DurableExecutionArn, ctx);
  throw invalidParameter(`The durable execution ${DurableExecutionArn} does not run: it is FAILED.`);
});

/** No execution runs, so the emulator has issued no token. */
const noToken = (): Fault => invalidParameter('Invalid checkpoint token.');
const noCallback = (id: string): Fault => notFound(`Callback not found: ${id}`);

export const CheckpointDurableExecution = operation('CheckpointDurableExecution', () => {
  throw noToken();
});

export const GetDurableExecutionState = operation('GetDurableExecutionState', () => {
  throw noToken();
});

export const SendDurableExecutionCallbackSuccess = operation('SendDurableExecutionCallbackSuccess', ({ CallbackId }) => {
  throw noCallback(CallbackId);
});

export const SendDurableExecutionCallbackFailure = operation('SendDurableExecutionCallbackFailure', ({ CallbackId }) => {
  throw noCallback(CallbackId);
});

export const SendDurableExecutionCallbackHeartbeat = operation('SendDurableExecutionCallbackHeartbeat', ({ CallbackId }) => {
  throw noCallback(CallbackId);
});
