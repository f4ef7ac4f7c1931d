// The version that a read names, or the fault that says why it cannot be read.
import type { Frozen } from '#core/records';
import type { LocatedBucket } from '#services/s3/buckets/find-bucket';
import { noSuchKey, noSuchVersion, withHeaders } from '#services/s3/faults';
import type { LiveVersion, Version } from '#services/s3/state';
import { findVersion } from '#services/s3/versions/versions';

/** The object that a read names, or the fault that says why there is none. */
export function readable(found: LocatedBucket, key: string, versionId: string | undefined): Frozen<LiveVersion> {
  const version = findVersion(found, key, versionId);
  if (version?.object) return version as Frozen<LiveVersion>;
  if (version) throw hidden(key, version, versionId);
  throw versionId === undefined ? noSuchKey(key) : noSuchVersion(key, versionId);
}

/** A delete marker answers in its own way, and says so in headers. */
function hidden(key: string, marker: Frozen<Version>, asked: string | undefined) {
  const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.versionId };
  if (asked === undefined)
    return withHeaders('NoSuchKey', 'The specified key does not exist.', { status: 404, headers, members: { Key: key } });
  return withHeaders('MethodNotAllowed', 'The specified method is not allowed against this resource.', {
    status: 405,
    headers: { ...headers, Allow: 'DELETE', 'Last-Modified': new Date(marker.modifiedMs).toUTCString() },
    members: { Method: 'GET', ResourceType: 'DeleteMarker' },
  });
}
