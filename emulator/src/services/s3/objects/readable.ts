// The version for a read, or the error why it cannot be read.
import type { Frozen } from '#core/records';
import type { LocatedBucket } from '#services/s3/buckets/located-bucket';
import { noSuchKey, noSuchVersion, withHeaders } from '#services/s3/faults';
import type { LiveVersion, Version } from '#services/s3/state';
import { findVersion } from '#services/s3/versions/versions';

/** The object for a read; throws the error why it cannot be read. */
export function readable(found: LocatedBucket, key: string, versionId: string | undefined): Frozen<LiveVersion> {
  const version = findVersion(found, key, versionId);
  if (version?.object) return version as Frozen<LiveVersion>;
  if (version) throw hidden(key, version, versionId);
  throw versionId === undefined ? noSuchKey(key) : noSuchVersion(key, versionId);
}

/** The error for a delete marker, with the headers that name it. */
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
