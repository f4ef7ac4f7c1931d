// PutTraceSegments and PutTelemetryRecords: what daemons, SDKs and the services here send.
import { operation, type UnprocessedTraceSegment } from '#model/xray';
import { keepSegments } from './keep-segments.ts';
import { isFlaw, readSegment, type SegmentFlaw, type SentSegment } from './segment-document.ts';

export const PutTraceSegments = operation('PutTraceSegments', ({ TraceSegmentDocuments: documents }, ctx) => {
  const unprocessed: UnprocessedTraceSegment[] = [];
  const taken: SentSegment[] = [];
  for (const document of documents) {
    const read = readSegment(document);
    if (isFlaw(read)) unprocessed.push(describe(read));
    else taken.push(read);
  }
  if (taken.length > 0) ctx.write((tx) => keepSegments(tx, taken, ctx));
  return { UnprocessedTraceSegments: unprocessed };
});

const describe = ({ id, code, isSubsegment }: SegmentFlaw): UnprocessedTraceSegment => ({
  Id: id,
  ErrorCode: code,
  Message: `Invalid ${isSubsegment ? 'subsegment' : 'segment'}. ErrorCode: ${code}`,
});

/** Counts of a daemon about itself: nobody can read them, in the cloud either. */
export const PutTelemetryRecords = operation('PutTelemetryRecords', () => undefined);
