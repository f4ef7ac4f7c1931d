// A request as part of an X-Ray trace: the header that its integration gets, and the segment of a stage with tracing.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-understanding-xray-traces.html
import type { Ctx } from '#core/ctx';
import { decidedHeader, isSampled, parentIn, rootIn, segmentSeconds as seconds, withParent } from '#core/traces/trace-header';
import { parseArn } from '#lib/arn';
import { functionIn } from '#services/apigateway/calls/function-uri';
import { traceOf } from '#services/apigateway/calls/new-trace';
import type { Exchange, IntegrationRequest, TracedRequest } from './exchange.ts';
import { headerOf } from './rest-request.ts';

const AS = { service: 'ops.apigateway.amazonaws.com' };

type BegunTrace = Pick<Exchange, 'traceId' | 'callerTraceId' | 'traced'>;

/**
 * A stage with tracing decides for requests of which nobody decided whether they are sampled: all of them are. The caller's header is told unchanged, but
 * for a parent where it names none (recorded in August 2024).
 */
export function beginTrace(given: string | undefined, isTraced: boolean, ctx: Ctx): BegunTrace {
  const header = isTraced ? decidedHeader(given, true, ctx) : traceOf(given, ctx);
  if (!isTraced || !isSampled(header)) return { traceId: header, callerTraceId: header };
  const [segment = '', call = ''] = ctx.random(32).match(/.{16}/g) ?? [];
  const parent = parentIn(header);
  const callerTraceId = parent === undefined ? withParent(header, segment) : header;
  return { traceId: withParent(header, call), callerTraceId, traced: { segment, call, parent } };
}

export interface AnsweredStage {
  readonly apiName: string;
  readonly status: number;
  /** Undefined for a body that streams. */
  readonly bytes: number | undefined;
  /** Milliseconds that the request took. */
  readonly tookMs: number;
}

/** Sends the segment of a request that is sampled. */
export function sendSegment(exchange: Exchange, answered: AnsweredStage, ctx: Ctx): void {
  const { traced, traceId } = exchange;
  const trace = rootIn(traceId);
  if (!traced || trace === undefined) return;
  const TraceSegmentDocuments = [JSON.stringify(segmentOf(exchange, traced, { ...answered, trace }, ctx))];
  void ctx.track(ctx.call('xray', 'PutTraceSegments', { TraceSegmentDocuments }, { as: AS, isPlumbing: true }));
}

function segmentOf(
  exchange: Exchange,
  { segment, parent, call }: TracedRequest,
  { apiName, status, bytes = 0, tookMs, trace }: AnsweredStage & { readonly trace: string },
  ctx: Ctx,
): object {
  const { request, stage, requestId, extendedRequestId, startedMs } = exchange;
  const { apiId, stage: stageName } = stage;
  const span = { startMs: startedMs, endMs: startedMs + tookMs };
  const integration = callOf(exchange, call, span, ctx);
  return {
    ...{ id: segment, name: `${apiName}/${stageName}`, trace_id: trace, ...(parent !== undefined && { parent_id: parent }) },
    ...{ start_time: seconds(span.startMs), end_time: seconds(span.endMs), ...outcomeOf(status) },
    http: {
      request: {
        url: `${request.protocol}://${headerOf(request.headers, 'host') ?? request.domainName}/${stageName}${request.path}`,
        ...{ method: request.method, client_ip: request.remoteAddress, x_forwarded_for: true },
      },
      response: { status, content_length: bytes },
    },
    aws: {
      account_id: ctx.account,
      xray: { sampling_rule_name: 'Default' },
      api_gateway: { account_id: ctx.account, rest_api_id: apiId, stage: stageName, request_id: requestId },
    },
    annotations: { 'aws:api_id': apiId, 'aws:api_stage': stageName },
    metadata: { default: { extended_request_id: extendedRequestId, request_id: requestId } },
    origin: 'AWS::ApiGateway::Stage',
    resource_arn: `arn:aws:apigateway:${ctx.region}::/restapis/${apiId}/stages/${stageName}`,
    ...(integration && { subsegments: [integration] }),
  };
}

/** The call of the integration; undefined where it was not called, and for answers that the gateway made up itself. */
function callOf(exchange: Exchange, id: string, span: { startMs: number; endMs: number }, ctx: Ctx): object | undefined {
  const { integrationRequest: made, integrationAnswer: answer, integrationMs } = exchange;
  if (!made || integrationMs === undefined || made.integration.type === 'MOCK') return undefined;
  const status = answer?.status ?? 500;
  return {
    ...{ id, start_time: seconds(Math.max(span.startMs, span.endMs - integrationMs)), end_time: seconds(span.endMs) },
    ...calledBy(made, ctx),
    ...outcomeOf(status),
    http: { request: { url: made.uri, method: made.method }, response: { status } },
  };
}

function calledBy({ integration, uri }: IntegrationRequest, { region }: Ctx): object {
  const arn = functionIn(uri);
  if (arn !== undefined) {
    const name = parseArn(arn)?.resource.split(':')[1] ?? arn;
    return { name: 'Lambda', namespace: 'aws', aws: { function_name: name, region, operation: 'Invoke', resource_names: [name] } };
  }
  if (!integration.type?.startsWith('HTTP')) return { name: serviceIn(uri), namespace: 'aws', aws: { region } };
  return { name: URL.canParse(uri) ? new URL(uri).hostname : 'HTTP', namespace: 'remote' };
}

/** `SQS` of `arn:aws:apigateway:us-east-1:sqs:path/…`. */
const serviceIn = (uri: string): string => (uri.split(':')[4] ?? 'AWS').split('.').at(-1)!.toUpperCase();

const outcomeOf = (status: number): object => ({
  ...(status >= 500 && { fault: true }),
  ...(status >= 400 && status < 500 && { error: true }),
  ...(status === 429 && { throttle: true }),
});
