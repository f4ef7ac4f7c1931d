// Conditional requests: what If-Match and its kin let through.
import type { Fault } from '#core/fault';
import { noSuchKey, notImplemented, preconditionFailed, withHeaders } from '#services/s3/faults';

/** What is there to compare with. */
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

const bare = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1');

/** True when the header's list of ETags names this one. */
export const namesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || bare(each) === etag);

/** HTTP dates know whole seconds only. */
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** The name of the condition that fails, as a read sees it; `not-modified` where the client already has it. */
export function failedRead(there: Comparable, conditions: Conditions): 'If-Match' | 'If-Unmodified-Since' | 'not-modified' | undefined {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = conditions;
  if (ifMatch !== undefined) {
    if (!namesEtag(ifMatch, there.etag)) return 'If-Match';
  } else if (ifUnmodifiedSince && seconds(there.modifiedMs) > seconds(ifUnmodifiedSince.getTime())) return 'If-Unmodified-Since';
  if (ifNoneMatch !== undefined) return namesEtag(ifNoneMatch, there.etag) ? 'not-modified' : undefined;
  if (ifModifiedSince && seconds(there.modifiedMs) <= seconds(ifModifiedSince.getTime())) return 'not-modified';
  return undefined;
}

/** Throws 412 or 304. */
export function checkRead(there: Comparable, conditions: Conditions, headers: Readonly<Record<string, string>>): void {
  const failed = failedRead(there, conditions);
  if (failed === 'not-modified') throw notModified(headers);
  if (failed) throw preconditionFailed(failed);
}

const notModified = (headers: Readonly<Record<string, string>>): Fault =>
  withHeaders('NotModified', 'Not Modified', { status: 304, headers });

/** Copies have no 304: every failed condition is 412. */
export function checkCopySource(there: Comparable, conditions: Conditions): void {
  const failed = failedRead(there, conditions);
  if (failed === undefined) return;
  const name = failed === 'not-modified' ? (conditions.ifNoneMatch ? 'If-None-Match' : 'If-Modified-Since') : failed;
  throw preconditionFailed(`x-amz-copy-source-${name}`);
}

/** Throws unless a write of this key may go on: `If-None-Match: *` (nothing there) or `If-Match` (that one there). */
export function checkWrite(key: string, there: Comparable | undefined, { ifMatch, ifNoneMatch }: Conditions): void {
  if (ifMatch !== undefined && ifNoneMatch !== undefined) throw notImplemented('If-Match,If-None-Match');
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() !== '*') throw notImplemented('If-None-Match');
    if (there) throw preconditionFailed('If-None-Match');
  }
  if (ifMatch === undefined) return;
  if (!there) throw noSuchKey(key);
  if (!namesEtag(ifMatch, there.etag)) throw preconditionFailed('If-Match');
}
