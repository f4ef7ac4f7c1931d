// Conditional requests: evaluates If-Match and the other conditions.
import type { Fault } from '#core/fault';
import { headerRefused, noSuchKey, preconditionFailed, withHeaders } from '#services/s3/faults';

/** The properties of an object that conditions compare with. */
export interface Comparable {
  /** Without quotes. */
  readonly etag: string;
  readonly modifiedMs: number;
}

export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: Date | undefined;
  readonly ifUnmodifiedSince?: Date | undefined;
}

/** A missing quote does not matter. */
const bare = (etag: string): string => etag.trim().replace(/^W\//, '').replace(/^"|"$/g, '');

/** Whether the header's list of ETags includes this one. */
export const namesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || bare(each) === etag);

/** HTTP dates have whole seconds only. */
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** The condition that a read fails; `not-modified` if the client already has the object. */
export function failedRead(
  there: Comparable,
  conditions: Conditions,
  nowMs: number,
): 'If-Match' | 'If-Unmodified-Since' | 'not-modified' | undefined {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = conditions;
  if (ifMatch !== undefined) {
    if (!namesEtag(ifMatch, there.etag)) return 'If-Match';
  } else if (ifUnmodifiedSince && seconds(there.modifiedMs) > seconds(ifUnmodifiedSince.getTime())) return 'If-Unmodified-Since';
  if (ifNoneMatch !== undefined) return namesEtag(ifNoneMatch, there.etag) ? 'not-modified' : undefined;
  // A time in the future is ignored
  if (ifModifiedSince && ifModifiedSince.getTime() <= nowMs && seconds(there.modifiedMs) <= seconds(ifModifiedSince.getTime()))
    return 'not-modified';
  return undefined;
}

/** Throws 412 or 304 if a condition fails. `headers`: of the 304. */
export function checkRead(there: Comparable, conditions: Conditions, nowMs: number, headers: () => Readonly<Record<string, string>>): void {
  const failed = failedRead(there, conditions, nowMs);
  if (failed === 'not-modified') throw notModified(headers());
  if (failed) throw preconditionFailed(failed);
}

const notModified = (headers: Readonly<Record<string, string>>): Fault =>
  withHeaders('NotModified', 'Not Modified', { status: 304, headers });

/** Throws 412 if a condition on a copy's source fails: copies have no 304. */
export function checkCopySource(there: Comparable, conditions: Conditions, nowMs: number): void {
  const failed = failedRead(there, conditions, nowMs);
  if (failed === undefined) return;
  const name = failed === 'not-modified' ? (conditions.ifNoneMatch ? 'If-None-Match' : 'If-Modified-Since') : failed;
  throw preconditionFailed(`x-amz-copy-source-${name}`);
}

const refusedValue = (header: string): string => `We don't accept the provided value of ${header} header for this API`;

/** Throws unless a write of this key may go on: `If-None-Match: *` (no object yet) or `If-Match` (exactly this object). */
export function checkWrite(key: string, there: Comparable | undefined, { ifMatch, ifNoneMatch }: Conditions): void {
  if (ifMatch !== undefined && ifNoneMatch !== undefined)
    throw headerRefused('If-Match,If-None-Match', 'Multiple conditional request headers present in the request');
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() !== '*') throw headerRefused('If-None-Match', refusedValue('If-None-Match'));
    if (there) throw preconditionFailed('If-None-Match');
  }
  if (ifMatch === undefined) return;
  if (ifMatch.trim() === '*') throw headerRefused('If-Match', refusedValue('If-Match'));
  if (!there) throw noSuchKey(key);
  if (!namesEtag(ifMatch, there.etag)) throw preconditionFailed('If-Match');
}
