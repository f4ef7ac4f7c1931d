// A segment and its subsegments as spans of OpenTelemetry, in the form in which they stand in the log group `aws/spans`. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Transaction-Search-getting-started.html
import { isObject } from '#lib/json-object';
import type { SegmentDocument } from '#services/xray/segments/segment-document';

type Plain = string | number | boolean;

export interface ShownSpan {
  readonly resource: { readonly attributes: Readonly<Record<string, Plain>> };
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  readonly startTimeUnixNano: number;
  readonly endTimeUnixNano: number;
  readonly durationNano: number;
  readonly attributes: Readonly<Record<string, Plain>>;
  readonly status: { readonly code: 'UNSET' | 'ERROR' };
}

const NANOS = 1_000_000_000;

/** The segment itself first, then what it encloses. */
export function spansOfSegment(segment: SegmentDocument, traceId: string): ShownSpan[] {
  const resource = {
    attributes: plain({ 'service.name': segment.name, 'cloud.resource_id': segment.resource_arn, 'aws.xray.origin': segment.origin }),
  };
  const spans: ShownSpan[] = [];
  const add = (document: SegmentDocument, parent: string | undefined, isSegment: boolean): void => {
    const start = Math.round(document.start_time * NANOS);
    const end = Math.round((document.end_time ?? document.start_time) * NANOS);
    spans.push({
      ...{ resource, traceId: traceId.slice(2).replace('-', ''), spanId: document.id, parentSpanId: parent, name: document.name },
      kind: isSegment ? 'SERVER' : document.namespace === undefined ? 'INTERNAL' : 'CLIENT',
      ...{ startTimeUnixNano: start, endTimeUnixNano: end, durationNano: end - start },
      attributes: attributesOf(document),
      status: { code: document.fault || document.error || document.throttle ? 'ERROR' : 'UNSET' },
    });
    for (const inner of document.subsegments ?? []) add(inner, document.id, false);
  };
  add(segment, segment.parent_id, segment.type !== 'subsegment');
  return spans;
}

function attributesOf({ http, aws, sql, annotations, user }: SegmentDocument): Readonly<Record<string, Plain>> {
  return plain({
    ...annotations,
    'http.request.method': http?.request?.['method'],
    'url.full': http?.request?.['url'],
    'http.response.status_code': http?.response?.['status'],
    'aws.remote.operation': aws?.['operation'],
    'aws.table_name': aws?.['table_name'],
    'db.query.text': sql?.['sanitized_query'],
    'enduser.id': user,
  });
}

/** The members that are text, numbers, true or false. */
const plain = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, Plain>> =>
  Object.fromEntries(
    Object.entries(members).filter(
      (entry): entry is [string, Plain] => entry[1] !== undefined && entry[1] !== null && !isObject(entry[1]) && !Array.isArray(entry[1]),
    ),
  );
