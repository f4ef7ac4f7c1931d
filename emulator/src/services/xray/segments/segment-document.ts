// Documents of segments and subsegments: what is read of them, and what is wrong with one. Pure.
import { isObject, readObject } from '#lib/json-object';

/** The members that are read; documents are kept and shown whole. */
export interface SegmentDocument {
  readonly id: string;
  readonly name: string;
  readonly trace_id?: string;
  readonly parent_id?: string;
  readonly type?: string;
  /** Seconds since 1970. */
  readonly start_time: number;
  readonly end_time?: number;
  readonly in_progress?: boolean;
  readonly namespace?: string;
  readonly origin?: string;
  readonly user?: string;
  readonly resource_arn?: string;
  readonly inferred?: boolean;
  readonly http?: {
    readonly request?: Readonly<Record<string, unknown>>;
    readonly response?: Readonly<Record<string, unknown>>;
  };
  readonly aws?: Readonly<Record<string, unknown>>;
  readonly sql?: Readonly<Record<string, unknown>>;
  readonly error?: boolean;
  readonly throttle?: boolean;
  readonly fault?: boolean;
  readonly cause?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly subsegments?: readonly SegmentDocument[];
}

/** A segment, or a subsegment that was sent by itself. */
export interface SentSegment {
  readonly id: string;
  readonly traceId: string;
  readonly startMs: number;
  /** Undefined while it is in progress. */
  readonly endMs: number | undefined;
  readonly document: string;
}

export interface SegmentFlaw {
  readonly id: string | undefined;
  readonly code: string;
  readonly isSubsegment: boolean;
}

/** Limit: bytes of a segment's document. */
const MAX_SEGMENT_BYTES = 64 * 1024;
/** Limit: characters of a segment's name. */
const MAX_NAME = 200;
/** Limit: depth of subsegments, and of lists and objects in a document. */
const MAX_DEPTH = 200;

export const TRACE_ID = /^1-[0-9a-fA-F]{8}-[0-9a-fA-F]{24}$/;
const ID = /^[0-9a-fA-F]{16}$/;
const NAME = /^[\p{L}\p{N}\s_.:/%&#=+\\\-@]+$/u;

export const isFlaw = (read: SentSegment | SegmentFlaw): read is SegmentFlaw => 'code' in read;

/** The segment in a text, or the code by which the service refuses it. */
export function readSegment(document: string): SentSegment | SegmentFlaw {
  if (Buffer.byteLength(document) > MAX_SEGMENT_BYTES) return { id: undefined, code: 'SegmentTooLarge', isSubsegment: false };
  const given = depthOf(document) > MAX_DEPTH ? undefined : readObject(document);
  if (!given) return { id: undefined, code: 'ParseError', isSubsegment: false };
  const isSubsegment = given['type'] === 'subsegment';
  const flaw = (code: string): SegmentFlaw => ({ id: typeof given['id'] === 'string' ? given['id'] : undefined, code, isSubsegment });
  const { trace_id: traceId, parent_id: parent, id } = given;
  if (given['type'] !== undefined && !isSubsegment) return flaw('InvalidType');
  if (traceId === undefined) return flaw('MissingTraceId');
  if (typeof traceId !== 'string' || !TRACE_ID.test(traceId)) return flaw('InvalidTraceId');
  if (isSubsegment && parent === undefined) return flaw('MissingParentId');
  if (parent !== undefined && (typeof parent !== 'string' || !ID.test(parent))) return flaw('InvalidParentId');
  const code = flawOf(given);
  if (code !== undefined) return flaw(code);
  const { start_time: start, end_time: end } = given as { start_time: number; end_time?: number };
  return { id: id as string, traceId, startMs: start * 1000, endMs: end === undefined ? undefined : end * 1000, document };
}

function flawOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const { id, name, start_time: start, end_time: end, in_progress: isOpen, subsegments, annotations } = given;
  if (id === undefined) return 'MissingId';
  if (typeof id !== 'string' || !ID.test(id)) return 'InvalidId';
  if (name === undefined) return 'MissingName';
  if (typeof name !== 'string' || name.length > MAX_NAME || !NAME.test(name)) return 'InvalidName';
  if (start === undefined) return 'MissingStartTime';
  if (!isTime(start)) return 'InvalidStartTime';
  if (end !== undefined && (!isTime(end) || end < start)) return 'InvalidEndTime';
  if (end === undefined && isOpen !== true) return 'MissingEndTime';
  if (annotations !== undefined && !isObject(annotations)) return 'InvalidAnnotations';
  for (const part of ['http', 'aws', 'sql']) if (given[part] !== undefined && !isObject(given[part])) return `Invalid${capitalized(part)}`;
  if (subsegments === undefined) return undefined;
  if (!Array.isArray(subsegments)) return 'InvalidSubsegments';
  for (const sub of subsegments) {
    const code = isObject(sub) ? flawOf(sub) : 'InvalidSubsegments';
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Seconds of a moment that a clock can show. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e11;

const capitalized = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

/** How deep brackets are nested, those in texts included: no document of an SDK comes near the limit. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) | 32;
    if (code === 123) most = Math.max(most, ++depth);
    else if (code === 125) depth--;
  }
  return most;
}
