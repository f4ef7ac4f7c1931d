// `/v1/traces`: takes spans of OpenTelemetry, and keeps them as segments.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-OTLPEndpoint.html
import type { Ctx } from '#core/ctx';
import { type OtlpSender, otlpRoute } from '#core/otlp-route';
import { nextTurn } from '#lib/next-turn';
import { type Span, TRACE_REQUEST, type TraceRequest } from '#lib/otlp/messages';
import { msOfNano, plainAttributes } from '#lib/otlp/values';
import { invalidRequest } from '#services/xray/faults';
import { settings } from '#services/xray/state';
import type { Attributes } from './attributes.ts';
import { segmentOfSpan } from './segment-of-span.ts';

/** Limit: bytes of a request with spans, unpacked. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Limit: spans of a request. */
const MAX_SPANS = 10_000;
/** Limit: how far the start of a span lies in the past, in milliseconds. */
const MAX_PAST_MS = 14 * 86_400_000;
/** Limit: how far the start of a span lies in the future, in milliseconds. */
const MAX_FUTURE_MS = 2 * 3_600_000;
/** The number of spans that become segments at once: other requests are served in between. */
const AT_ONCE = 500;
/** The answer of X-Ray to signed spans where the account keeps traces in X-Ray alone. */
const NO_DESTINATION =
  'The OTLP API is supported with CloudWatch Logs as a Trace Segment Destination. Please enable the CloudWatch Logs destination for your traces using the UpdateTraceSegmentDestination API (https://docs.aws.amazon.com/xray/latest/api/API_UpdateTraceSegmentDestination.html)';

interface Located {
  readonly span: Span;
  readonly resource: Attributes;
}

export const route = otlpRoute<TraceRequest>({ fields: TRACE_REQUEST, maxBytes: MAX_BYTES, signingName: 'xray', take });

async function take(message: TraceRequest, { ctx, isSigned }: OtlpSender) {
  // Requests without a signature come from programs that have no collector beside them: nothing like them is in the cloud.
  if (isSigned && ctx.records(settings).get(['destination'])?.destination !== 'CloudWatchLogs') throw invalidRequest(NO_DESTINATION);
  const spans = locate(message);
  if (spans.length > MAX_SPANS) throw invalidRequest(`A request has at most ${MAX_SPANS} spans, and this one has ${spans.length}.`);
  const rejected: string[] = [];
  for (let from = 0; from < spans.length; from += AT_ONCE) {
    if (from > 0) await nextTurn();
    rejected.push(...(await keep(spans.slice(from, from + AT_ONCE), ctx)));
  }
  return rejected.length === 0 ? undefined : { name: 'rejectedSpans', count: rejected.length, message: rejected[0]! };
}

function locate({ resourceSpans = [] }: TraceRequest): Located[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const attributes = plainAttributes(resource?.attributes);
    return scopeSpans.flatMap(({ spans = [] }) => spans.map((span) => ({ span, resource: attributes })));
  });
}

/** Keeps what is good, and returns what is wrong with each other span. */
async function keep(spans: readonly Located[], ctx: Ctx): Promise<string[]> {
  const rejected: string[] = [];
  const documents: string[] = [];
  for (const { span, resource } of spans) {
    const flaw = flawOf(span, ctx.now());
    if (flaw === undefined) documents.push(JSON.stringify(segmentOfSpan(span, resource, () => ctx.random(16))));
    else rejected.push(flaw);
  }
  if (documents.length === 0) return rejected;
  const { UnprocessedTraceSegments = [] } = await ctx.call('xray', 'PutTraceSegments', { TraceSegmentDocuments: documents });
  return [...rejected, ...UnprocessedTraceSegments.map(({ Message = '' }) => Message)];
}

function flawOf({ traceId = '', spanId = '', parentSpanId = '', startTimeUnixNano = '', endTimeUnixNano = '' }: Span, nowMs: number) {
  if (traceId.length !== 32 || /^0+$/.test(traceId)) return 'A span has no trace id of 16 bytes.';
  if (spanId.length !== 16 || /^0+$/.test(spanId)) return 'A span has no id of 8 bytes.';
  if (parentSpanId !== '' && parentSpanId.length !== 16) return `The span ${spanId} has a parent id that is not of 8 bytes.`;
  if (!/^\d+$/.test(startTimeUnixNano) || !/^\d+$/.test(endTimeUnixNano)) return `The span ${spanId} has no start, or no end.`;
  const startMs = msOfNano(startTimeUnixNano);
  if (startMs < nowMs - MAX_PAST_MS) return `The span ${spanId} started more than 14 days ago.`;
  if (startMs > nowMs + MAX_FUTURE_MS) return `The span ${spanId} starts more than 2 hours in the future.`;
  return undefined;
}
