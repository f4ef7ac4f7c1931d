// Executions as parts of X-Ray traces: which header an execution has, what its tasks pass on, and the segments that are sent. The ids of segments follow
// from those of executions and calls, so nothing is kept for them.
// https://docs.aws.amazon.com/step-functions/latest/dg/concepts-xray-tracing.html
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { decidedHeader, isSampled, parentIn, rootIn, segmentSeconds as seconds, withParent } from '#core/traces/trace-header';
import type { HistoryEvent } from '#services/states/language/interpreter/commands';
import { calledService } from './called-service.ts';
import { stateSubsegments } from './state-subsegments.ts';

/** Characters of a cause: a document of X-Ray has 64 KB. */
const MAX_CAUSE = 4000;

/** A call of a task in the trace of its execution. */
export interface TaskTrace {
  /** The header of the execution. */
  readonly header: string;
  /** Unique; the ARN or the id of the execution. */
  readonly execution: string;
  readonly state: string;
}

export interface TracedCall {
  readonly trace: TaskTrace;
  readonly requestId: string;
  readonly resource: string;
  readonly parameters: unknown;
  /** The machine's role, which sends segments. */
  readonly machineRole: string;
}

export interface EndedExecution {
  readonly header: string;
  /** As in `TaskTrace`. */
  readonly execution: string;
  readonly arn: string;
  readonly machine: string;
  readonly machineArn: string;
  readonly roleArn: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly status: string;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
  readonly history: readonly HistoryEvent[];
}

/**
 * The header of a new execution: that of the request before that of its input. A machine with tracing decides where nobody did; other machines follow who
 * calls them. Undefined where nobody traces.
 */
export function executionHeader(given: string | undefined, isTraced: boolean, ctx: Ctx): string | undefined {
  const header = ctx.traceHeader ?? given;
  return isTraced ? decidedHeader(header, true, ctx) : header;
}

const isTracedBy = (header: string | undefined): header is string =>
  header !== undefined && isSampled(header) && rootIn(header) !== undefined;

const idFrom = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const callIdOf = (requestId: string): string => idFrom(`call ${requestId}`);

/** The header that a task's call gets: the call is the parent of what it causes. */
export const headerOfCall = (header: string | undefined, requestId: string): string | undefined =>
  isTracedBy(header) ? withParent(header, callIdOf(requestId)) : header;

/** Begins a call. Call what is returned when it has ended: with the error that failed it, where one did. */
export function traceCall(call: TracedCall, ctx: Ctx): ((error?: { error: string; reason: string }) => void) | undefined {
  const { trace, requestId, resource, parameters, machineRole } = call;
  if (!isTracedBy(trace.header)) return undefined;
  const service = calledService(resource, parameters, ctx.region);
  if (!service) return undefined;
  const [startMs, startedAt] = [ctx.now(), performance.now()];
  return (failure) => {
    const times = { start_time: seconds(startMs), end_time: seconds(startMs + performance.now() - startedAt) };
    const outcome = failure && { fault: true, cause: causeOf(failure.error, failure.reason) };
    const subsegment = {
      ...{ id: idFrom(`state ${requestId}`), name: trace.state, type: 'subsegment', trace_id: rootIn(trace.header) },
      ...{ parent_id: idFrom(trace.execution), ...times, ...outcome },
      subsegments: [
        { id: callIdOf(requestId), ...service, ...times, ...outcome, ...(!failure && { http: { response: { status: 200 } } }) },
      ],
    };
    send(subsegment, machineRole, ctx);
  };
}

/** Sends the segment of an execution that has ended. */
export function traceExecution(ended: EndedExecution, ctx: Ctx): void {
  const { header, execution, arn, machine, machineArn, roleArn, startMs, endMs, status, error, cause, history } = ended;
  const parent = parentIn(header);
  const segment = {
    ...{ id: idFrom(execution), name: machine, trace_id: rootIn(header), ...(parent !== undefined && { parent_id: parent }) },
    ...{ start_time: seconds(startMs), end_time: seconds(endMs), origin: 'AWS::StepFunctions::StateMachine', resource_arn: machineArn },
    aws: { account_id: ctx.account, execution_arn: arn },
    ...(status === 'ABORTED' && { error: true }),
    ...((status === 'FAILED' || status === 'TIMED_OUT') && { fault: true, cause: causeOf(error ?? status, cause ?? '') }),
    subsegments: stateSubsegments(history, (event) => idFrom(`${execution} ${event}`)),
  };
  send(segment, roleArn, ctx);
}

/** Whether a segment is sent for an execution with this header. */
export const isExecutionTraced = (header: string | undefined): header is string => isTracedBy(header);

const causeOf = (type: string, message: string): object => ({ exceptions: [{ type, message: message.slice(0, MAX_CAUSE) }] });

/** The machine's role sends it, if it may. */
function send(document: object, withRole: string, ctx: Ctx): void {
  const there = ctx.detached();
  const sent = there.call(
    'xray',
    'PutTraceSegments',
    { TraceSegmentDocuments: [JSON.stringify(document)] },
    { withRole, isPlumbing: true },
  );
  void there.track(
    sent.catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      ctx.log.debug(() => `A segment of an execution was not kept: ${error.message}`);
    }),
  );
}
