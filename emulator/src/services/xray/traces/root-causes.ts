// Where failures of a trace began: the way from its root down to each deepest segment or subsegment that failed. Pure.

import { isObject } from '#lib/json-object';
import type { FaultRootCause, FaultRootCauseService, RootCauseException } from '#model/xray';
import type { SegmentDocument } from '#services/xray/segments/segment-document';
import type { AssembledTrace, TracedSegment } from './assemble-trace.ts';
import { outcomeOf, rootOf } from './trace-facts.ts';

/** Causes of one trace that are listed. */
const MAX_CAUSES = 10;

type Failed = (outcome: ReturnType<typeof outcomeOf>) => boolean;

export function rootCauses(trace: AssembledTrace, failed: Failed): FaultRootCause[] {
  const root = rootOf(trace);
  const hasFailed = (document: SegmentDocument): boolean => failed(outcomeOf(document));
  const causes = trace.segments.filter(
    (segment) => hasFailed(segment.document) && !trace.segments.some((other) => other.caller === segment && hasFailed(other.document)),
  );
  return causes.slice(0, MAX_CAUSES).map((segment) => ({
    Services: wayTo(segment).map((each) => describe(each, hasFailed)),
    ClientImpacting: root !== undefined && hasFailed(root.document),
  }));
}

function wayTo(segment: TracedSegment): TracedSegment[] {
  const way = [segment];
  for (let caller = segment.caller; caller; caller = caller.caller) way.unshift(caller);
  return way;
}

function describe(
  { service, document, isInferred }: TracedSegment,
  hasFailed: (document: SegmentDocument) => boolean,
): FaultRootCauseService {
  const path = [document];
  for (let next: SegmentDocument | undefined = document; (next = next.subsegments?.find(hasFailed)); ) path.push(next);
  return {
    Name: service.name,
    Names: [service.name],
    Type: service.type,
    AccountId: service.account,
    EntityPath: path.map((each) => ({
      Name: each.name,
      Exceptions: exceptionsOf(each),
      Remote: each.namespace === 'remote' || each.namespace === 'aws',
    })),
    Inferred: isInferred,
  };
}

/** A cause is an object with exceptions, or the id of an exception that was told before. */
function exceptionsOf({ cause }: SegmentDocument): RootCauseException[] {
  const exceptions = isObject(cause) && Array.isArray(cause['exceptions']) ? cause['exceptions'] : [];
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return exceptions.filter((each) => isObject(each)).map((each) => ({ Name: text(each['type']), Message: text(each['message']) }));
}
