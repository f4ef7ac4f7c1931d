// The summary of a trace: outcome, times, the request, annotations, users, and the services that it passed. Pure.
import type { AnnotationValue, Http, ServiceId, TraceSummary } from '#model/xray';
import type { SegmentDocument } from '#services/xray/segments/segment-document';
import { type AssembledTrace, type ServiceName, subsegmentsOf, type TracedSegment } from './assemble-trace.ts';
import type { ReadTrace } from './read-traces.ts';
import { rootCauses } from './root-causes.ts';
import { durationOf, isPartial, outcomeOf, rootOf, rounded, spanOf } from './trace-facts.ts';

export function summaryOf(trace: ReadTrace): TraceSummary {
  const root = rootOf(trace);
  const { start, end } = spanOf(trace);
  const outcome = root ? outcomeOf(root.document) : { isError: false, isFault: false };
  const responseTime = root && durationOf(root.document);
  return {
    Id: trace.id,
    StartTime: new Date(Math.floor(start * 1000)),
    Duration: rounded(end - start),
    ResponseTime: responseTime === undefined ? undefined : rounded(responseTime),
    HasFault: outcome.isFault,
    HasError: outcome.isError,
    HasThrottle: trace.segments.some(({ document }) => outcomeOf(document).isThrottle),
    IsPartial: isPartial(trace),
    Http: root ? httpOf(root.document) : {},
    Annotations: annotationsOf(trace),
    Users: usersOf(trace),
    ServiceIds: distinct(trace.segments.map(({ service }) => serviceId(service))),
    ResourceARNs: distinctTexts(trace, ({ resource_arn, aws }) => [resource_arn, aws?.['function_arn'], aws?.['resource_arn']]).map(
      (ARN) => ({ ARN }),
    ),
    InstanceIds: distinctTexts(trace, ({ aws }) => [member(aws?.['ec2'], 'instance_id')]).map((Id) => ({ Id })),
    AvailabilityZones: distinctTexts(trace, ({ aws }) => [member(aws?.['ec2'], 'availability_zone')]).map((Name) => ({ Name })),
    EntryPoint: root && serviceId(root.service),
    FaultRootCauses: rootCauses(trace, ({ isFault }) => isFault),
    ErrorRootCauses: rootCauses(trace, ({ isError }) => isError),
    ResponseTimeRootCauses: [],
    Revision: trace.kept.revision,
    MatchedEventTime: new Date(trace.kept.updatedMs),
  };
}

export const serviceId = ({ name, type, account }: ServiceName): ServiceId => ({
  Name: name,
  Names: [name],
  AccountId: account,
  Type: type,
});

function httpOf({ http: { request = {}, response = {} } = {} }: SegmentDocument): Http {
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const status = response['status'];
  return {
    HttpURL: text(request['url']),
    HttpStatus: typeof status === 'number' ? status : undefined,
    HttpMethod: text(request['method']),
    UserAgent: text(request['user_agent']),
    ClientIp: text(request['client_ip']),
  };
}

/** Documents of a segment and its subsegments. */
export function* documentsOf({ document }: TracedSegment): Generator<SegmentDocument> {
  yield document;
  yield* subsegmentsOf(document);
}

function annotationsOf({ segments }: AssembledTrace): NonNullable<TraceSummary['Annotations']> {
  const found = new Map<string, Map<unknown, ServiceId[]>>();
  for (const segment of segments) {
    if (segment.isInferred) continue;
    for (const { annotations = {} } of documentsOf(segment)) {
      for (const [key, value] of Object.entries(annotations)) {
        const values = found.get(key) ?? new Map<unknown, ServiceId[]>();
        found.set(key, values.set(value, [...(values.get(value) ?? []), serviceId(segment.service)]));
      }
    }
  }
  return Object.fromEntries(
    [...found].map(([key, values]) => [
      key,
      [...values].flatMap(([value, services]) => {
        const AnnotationValue = annotationValue(value);
        return AnnotationValue ? [{ AnnotationValue, ServiceIds: distinct(services) }] : [];
      }),
    ]),
  );
}

function annotationValue(value: unknown): AnnotationValue | undefined {
  if (typeof value === 'number') return { NumberValue: value };
  if (typeof value === 'boolean') return { BooleanValue: value };
  return typeof value === 'string' ? { StringValue: value } : undefined;
}

function usersOf({ segments }: AssembledTrace): NonNullable<TraceSummary['Users']> {
  const found = new Map<string, ServiceId[]>();
  for (const { document, service } of segments)
    if (typeof document.user === 'string') found.set(document.user, [...(found.get(document.user) ?? []), serviceId(service)]);
  return [...found].map(([UserName, services]) => ({ UserName, ServiceIds: distinct(services) }));
}

export const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/** Texts that the documents of all segments name. */
export function distinctTexts({ segments }: AssembledTrace, read: (document: SegmentDocument) => readonly unknown[]): string[] {
  const texts = segments.flatMap((segment) => [...documentsOf(segment)].flatMap(read)).filter((text) => typeof text === 'string');
  return [...new Set(texts)];
}

function distinct(services: readonly ServiceId[]): ServiceId[] {
  return [...new Map(services.map((service) => [JSON.stringify(service), service])).values()];
}
