// The two segments of an invocation that is sampled: of the service that took it, and of the function itself. Pure.
import type { InvokeOutcome, InvokeReport } from '#containers/container-runtime';
import { segmentSeconds as seconds } from '#core/traces/trace-header';
import { readObject } from '#lib/json-object';

export interface SegmentFacts {
  readonly functionName: string;
  readonly functionArn: string;
  readonly account: string;
  readonly logGroup: string;
  readonly requestId: string;
  readonly traceId: string;
  /** The segment or subsegment that called. */
  readonly parent: string | undefined;
  /** Ids: of the service's segment, of the function's, and of its subsegments. */
  readonly ids: readonly string[];
  /** Milliseconds since 1970: when the invocation came, when an environment took it, and when that was free again. */
  readonly cameMs: number;
  readonly begunMs: number;
  readonly doneMs: number;
  readonly outcome: InvokeOutcome;
  readonly report: Pick<InvokeReport, 'durationMs' | 'initDurationMs'>;
}

export function functionSegments(facts: SegmentFacts): object[] {
  const { functionName: name, functionArn, account, traceId, parent, requestId, logGroup, outcome } = facts;
  const [serviceId, functionId] = facts.ids;
  const isFault = outcome.kind !== 'response';
  const end = seconds(facts.doneMs);
  return [
    {
      ...{ id: serviceId, name, trace_id: traceId, ...(parent !== undefined && { parent_id: parent }) },
      ...{ start_time: seconds(facts.cameMs), end_time: end, ...(isFault && { fault: true }) },
      ...{ http: { response: { status: 200 } }, aws: { request_id: requestId, account_id: account } },
      ...{ origin: 'AWS::Lambda', resource_arn: functionArn },
    },
    {
      ...{ id: functionId, name, trace_id: traceId, parent_id: serviceId, start_time: seconds(facts.begunMs), end_time: end },
      ...(isFault && { fault: true, cause: causeOf(outcome) }),
      aws: { account_id: account, function_arn: functionArn, resource_names: [name], cloudwatch_logs: [{ log_group: logGroup }] },
      origin: 'AWS::Lambda::Function',
      subsegments: phases(facts, isFault),
    },
  ];
}

/** Initialization, where the environment was new, then the invocation, then the platform's own work after it. */
function phases({ ids, begunMs, doneMs, report }: SegmentFacts, isFault: boolean): object[] {
  const [, , initialization, invocation, overhead] = ids;
  const initializedMs = begunMs + (report.initDurationMs ?? 0);
  const endMs = Math.max(initializedMs, Math.min(doneMs, initializedMs + report.durationMs));
  const phase = (id: string | undefined, name: string, fromMs: number, toMs: number) => ({
    ...{ id, name, start_time: seconds(fromMs), end_time: seconds(toMs) },
  });
  return [
    ...(report.initDurationMs === undefined ? [] : [phase(initialization, 'Initialization', begunMs, initializedMs)]),
    { ...phase(invocation, 'Invocation', initializedMs, endMs), ...(isFault && { fault: true }) },
    phase(overhead, 'Overhead', endMs, Math.max(endMs, doneMs)),
  ];
}

function causeOf({ body }: InvokeOutcome): object {
  const { errorType, errorMessage } = readObject(Buffer.from(body).toString()) ?? {};
  return { exceptions: [{ type: String(errorType ?? ''), message: String(errorMessage ?? '').slice(0, 4000) }] };
}
