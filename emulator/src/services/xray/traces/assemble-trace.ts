// Puts a trace together: subsegments that came by themselves into the segments that they belong to, and a segment for each called service that sent
// none. Pure.
import { createHash } from 'node:crypto';
import type { SegmentDocument } from '#services/xray/segments/segment-document';
import { type InferredService, inferredService } from './inferred-service.ts';

export interface ServiceName {
  readonly name: string;
  /** `AWS::Lambda::Function`; undefined where a client said nothing. */
  readonly type: string | undefined;
  readonly account: string | undefined;
}

/** A segment in its trace. */
export interface TracedSegment {
  readonly service: ServiceName;
  /** With all its subsegments. */
  readonly document: SegmentDocument;
  /** Made from a call to a service that sends no segments. */
  readonly isInferred: boolean;
  readonly caller: TracedSegment | undefined;
  /** The caller's subsegment that is the call; undefined where its whole segment is. */
  readonly call: SegmentDocument | undefined;
}

export interface AssembledTrace {
  readonly id: string;
  /** Callers before the called, else in the order in which they began. */
  readonly segments: readonly TracedSegment[];
  /** Subsegments whose segment has not come. */
  readonly orphans: readonly SegmentDocument[];
}

type Draft = Omit<SegmentDocument, 'subsegments'> & { subsegments?: SegmentDocument[] };

/** `account`: of segments that name none. */
export function assembleTrace(id: string, documents: readonly string[], account: string): AssembledTrace {
  const parsed = documents.map((document) => JSON.parse(document) as Draft).sort((a, b) => a.start_time - b.start_time);
  const byId = new Map<string, Draft>();
  for (const document of parsed) index(document, byId);
  const roots: Draft[] = [];
  const orphans: Draft[] = [];
  for (const document of parsed) {
    if (document.type !== 'subsegment') roots.push(document);
    else {
      const parent = byId.get(document.parent_id ?? '');
      // A parent that is part of its own subsegment would make a circle
      if (parent && !contains(document, parent)) adopt(parent, document);
      else orphans.push(document);
    }
  }
  const all = [...roots, ...roots.flatMap((root) => inferredOf(root, roots))];
  return { id, segments: linked(all, account), orphans };
}

function index(document: Draft, byId: Map<string, Draft>): void {
  byId.set(document.id, document);
  for (const sub of document.subsegments ?? []) index(sub as Draft, byId);
}

const contains = (document: SegmentDocument, sought: SegmentDocument): boolean =>
  document === sought || (document.subsegments ?? []).some((sub) => contains(sub, sought));

/** A subsegment that is there already, as it began, is replaced. */
function adopt(parent: Draft, document: SegmentDocument): void {
  const subsegments = (parent.subsegments ?? []).filter(({ id }) => id !== document.id);
  parent.subsegments = [...subsegments, document].sort((a, b) => a.start_time - b.start_time);
}

/** Every subsegment at any depth. */
export function* subsegmentsOf(document: SegmentDocument): Generator<SegmentDocument> {
  for (const sub of document.subsegments ?? []) {
    yield sub;
    yield* subsegmentsOf(sub);
  }
}

function inferredOf(root: SegmentDocument, roots: readonly SegmentDocument[]): SegmentDocument[] {
  const called = new Map<string | undefined, SegmentDocument[]>();
  for (const each of roots) called.set(each.parent_id, [...(called.get(each.parent_id) ?? []), each]);
  const found: SegmentDocument[] = [];
  for (const sub of subsegmentsOf(root)) {
    const service = inferredService(sub);
    const answerers = called.get(sub.id);
    if (!service || (answerers && !passesOn(service, answerers))) continue;
    found.push({
      id: createHash('sha256').update(`${root.trace_id}/${sub.id}`).digest('hex').slice(0, 16),
      name: service.name,
      ...(service.origin !== undefined && { origin: service.origin }),
      trace_id: root.trace_id!,
      parent_id: sub.id,
      start_time: sub.start_time,
      ...(sub.end_time === undefined ? { in_progress: true } : { end_time: sub.end_time }),
      inferred: true,
      ...picked(sub),
    });
  }
  return found;
}

/** The members that an inferred segment takes from the call. */
function picked({ http, aws, sql, error, throttle, fault }: SegmentDocument) {
  return {
    ...(http && { http }),
    ...(aws && { aws }),
    ...(sql && { sql }),
    ...(error && { error }),
    ...(throttle && { throttle }),
    ...(fault && { fault }),
  };
}

/** Queues, topics, buses and streams hand on what they are given: they stand between who calls them and who gets it. */
const passesOn = ({ origin = '' }: InferredService, called: readonly SegmentDocument[]): boolean =>
  PASSING.test(origin) && !called.some((each) => each.origin?.startsWith(origin));

const PASSING = /^AWS::(?:SQS|SNS|Events|EventBridge|Kinesis)(?:::|$)/;

/** Segments whose callers are known. A circle of callers has no beginning: its segments are taken as begun by nobody. */
function linked(documents: readonly SegmentDocument[], account: string): TracedSegment[] {
  const calls = new Map<string, { readonly segment: SegmentDocument; readonly call: SegmentDocument }>();
  const passed = new Map<string, SegmentDocument>();
  for (const segment of documents) {
    calls.set(segment.id, { segment, call: segment });
    for (const call of subsegmentsOf(segment)) calls.set(call.id, { segment, call });
  }
  for (const inferred of documents) {
    if (inferred.inferred && inferred.parent_id !== undefined && PASSING.test(inferred.origin ?? ''))
      passed.set(inferred.parent_id, inferred);
  }
  const done = new Map<SegmentDocument, TracedSegment>();
  const link = (document: SegmentDocument, callees: ReadonlySet<SegmentDocument>): TracedSegment => {
    const known = done.get(document);
    if (known) return known;
    const between = passed.get(document.parent_id ?? '');
    const isPassed = between !== undefined && between !== document;
    const direct = document.parent_id === undefined ? undefined : calls.get(document.parent_id);
    const found = isPassed ? { segment: between, call: between } : direct;
    const isCircle = found !== undefined && (found.segment === document || callees.has(found.segment));
    const caller = found && !isCircle ? link(found.segment, new Set([...callees, document])) : undefined;
    const traced: TracedSegment = {
      service: { name: document.name, type: document.origin, account: textOf(document.aws?.['account_id']) ?? account },
      document,
      isInferred: document.inferred === true,
      caller,
      call: caller && found?.call !== found?.segment ? found?.call : undefined,
    };
    done.set(document, traced);
    return traced;
  };
  for (const document of documents) link(document, new Set());
  return [...done.values()];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
