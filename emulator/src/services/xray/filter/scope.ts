// The things that a filter is asked about: a whole trace, or one of its segments. Pure.
import type { SegmentDocument } from '#services/xray/segments/segment-document';
import type { AssembledTrace, ServiceName, TracedSegment } from '#services/xray/traces/assemble-trace';
import { documentsOf, member } from '#services/xray/traces/summary';
import { durationOf, isPartial, outcomeOf, rootOf, spanOf } from '#services/xray/traces/trace-facts';

export interface Scope {
  /** The subject of `ok`, `error` and `http.url`. */
  readonly document: SegmentDocument | undefined;
  /** Whose annotations, users and instances count. */
  readonly segments: readonly TracedSegment[];
  readonly duration: number | undefined;
  readonly isPartial: boolean;
  readonly isRoot: boolean;
  /** Within a trace. */
  readonly trace: AssembledTrace;
}

export function traceScope(trace: AssembledTrace): Scope {
  const root = rootOf(trace);
  const { start, end } = spanOf(trace);
  return { document: root?.document, segments: trace.segments, duration: end - start, isPartial: isPartial(trace), isRoot: true, trace };
}

export function segmentScope(segment: TracedSegment, trace: AssembledTrace): Scope {
  const { document } = segment;
  const duration = durationOf(document);
  return { document, segments: [segment], duration, isPartial: duration === undefined, isRoot: rootOf(trace) === segment, trace };
}

export const BOOLEANS: Readonly<Record<string, (scope: Scope) => boolean>> = {
  ok: ({ document }) => {
    const { isError, isFault } = document ? outcomeOf(document) : { isError: true, isFault: true };
    return !isError && !isFault;
  },
  error: ({ document }) => document !== undefined && outcomeOf(document).isError,
  fault: ({ document }) => document !== undefined && outcomeOf(document).isFault,
  throttle: ({ document }) => document !== undefined && outcomeOf(document).isThrottle,
  partial: ({ isPartial }) => isPartial,
  inferred: ({ segments }) => segments.some(({ isInferred }) => isInferred),
  root: ({ isRoot }) => isRoot,
  remote: ({ document }) => document?.namespace === 'remote',
};

/** The seconds, or the code, of a keyword; undefined where the thing has none. */
export const NUMBERS: Readonly<Record<string, (scope: Scope) => number | undefined>> = {
  responsetime: ({ document }) => document && durationOf(document),
  duration: ({ duration }) => duration,
  'http.status': ({ document }) => {
    const status = document?.http?.response?.['status'];
    return typeof status === 'number' ? status : undefined;
  },
};

const request =
  (name: string) =>
  ({ document }: Scope): unknown[] => [document?.http?.request?.[name]];
const everywhere =
  (read: (document: SegmentDocument) => readonly unknown[]) =>
  ({ segments }: Scope): unknown[] =>
    segments.flatMap((segment) => [...documentsOf(segment)].flatMap(read));

/** Texts of a keyword: the expression is true if it is so for one of them. */
export const TEXTS: Readonly<Record<string, (scope: Scope) => readonly unknown[]>> = {
  'http.url': request('url'),
  'http.method': request('method'),
  'http.useragent': request('user_agent'),
  'http.clientip': request('client_ip'),
  user: everywhere(({ user }) => [user]),
  name: ({ document }) => [document?.name],
  'service.name': ({ segments }) => segments.map(({ service }) => service.name),
  'service.type': ({ segments }) => segments.map(({ service }) => service.type),
  'availability.zone': everywhere(({ aws }) => [member(aws?.['ec2'], 'availability_zone')]),
  'instance.id': everywhere(({ aws }) => [member(aws?.['ec2'], 'instance_id')]),
  'resource.arn': everywhere(({ aws, resource_arn }) => [resource_arn, aws?.['function_arn'], aws?.['resource_arn']]),
};

export const annotationsOf = (key: string, scope: Scope): unknown[] =>
  everywhere(({ annotations }) => [annotations?.[key]])(scope).filter((value) => value !== undefined);

/** Parts that an expression leaves out fit everything. */
export interface ServicePattern {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly account?: string | undefined;
}

export const fits = ({ name, type, account }: ServicePattern, service: ServiceName): boolean =>
  (name === undefined || name === service.name) &&
  (type === undefined || type === service.type) &&
  (account === undefined || account === service.account);
