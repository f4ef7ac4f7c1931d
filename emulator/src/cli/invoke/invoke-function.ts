// One invocation: the request, and what came of it.
import { cloudRequest } from '#cli/cloud-request';
import { functionPath } from '#cli/functions';
import type { LocatedFunction } from '#cli/locate-function';
import { INVOKE_REFUSED } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { type Failure, failureOf } from './failure.ts';
import { type InvocationReport, readLog } from './report-line.ts';
import { sourcePositions } from './source-positions.ts';

export interface InvocationOutcome {
  readonly function: string;
  /** `$LATEST` or a number; undefined where the invocation is asynchronous. */
  readonly version?: string | undefined;
  readonly requestId: string;
  readonly statusCode: number;
  /** The answer, parsed if it is JSON. Undefined if the function gave none. */
  readonly answer?: unknown;
  readonly failure?: Failure | undefined;
  /** The end of the log, at most 4 KB. */
  readonly log: readonly string[];
  readonly report: InvocationReport;
}

export interface InvocationRequest {
  readonly located: LocatedFunction;
  /** JSON text. */
  readonly event: string;
  readonly isAsync: boolean;
}

/** @throws EmulatorError NOT_RUNNING, INVOKE_REFUSED where the function was not invoked */
export async function invokeFunction({ located, event, isAsync }: InvocationRequest): Promise<InvocationOutcome> {
  const { name, qualifier, scope, configuration } = located;
  const query = qualifier === undefined ? '' : `?Qualifier=${encodeURIComponent(qualifier)}`;
  const answer = await cloudRequest(scope.url, {
    service: 'lambda',
    region: scope.region,
    account: scope.account,
    path: `${functionPath(name)}/invocations${query}`,
    headers: { 'content-type': 'application/json', ...(isAsync ? { 'x-amz-invocation-type': 'Event' } : { 'x-amz-log-type': 'Tail' }) },
    body: event,
  });
  const payload = Buffer.from(await answer.arrayBuffer()).toString();
  if (!answer.ok) throw refused(payload, answer.status, located);
  const { lines, report } = readLog(Buffer.from(answer.headers.get('x-amz-log-result') ?? '', 'base64').toString());
  const parsed = payload === '' ? undefined : parsedOr(payload);
  const failed = answer.headers.get('x-amz-function-error') !== null;
  const failure = failed ? failureOf(parsed, report, configuration) : undefined;
  return {
    function: name,
    version: answer.headers.get('x-amz-executed-version') ?? undefined,
    requestId: answer.headers.get('x-amzn-requestid') ?? '',
    statusCode: answer.status,
    ...(failed || isAsync ? {} : { answer: parsed }),
    failure: failure && { ...failure, stack: await sourcePositions(failure.stack, name, qualifier, scope) },
    log: lines,
    report,
  };
}

function refused(payload: string, status: number, { name, configuration }: LocatedFunction): EmulatorError {
  const body = parsedOr(payload) as { Message?: string; message?: string } | string | undefined;
  const text = typeof body === 'object' ? (body.Message ?? body.message ?? payload) : payload;
  const reason = configuration.StateReason ?? configuration.LastUpdateStatusReason;
  return new EmulatorError(INVOKE_REFUSED, `${name} was not invoked: ${status} ${text}`, {
    hint: reason ?? '`emulator doctor` looks for functions that cannot run.',
  });
}

function parsedOr(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
