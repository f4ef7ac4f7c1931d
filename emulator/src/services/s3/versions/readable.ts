// The version for a read, or the error why it cannot be read.
import type { Frozen } from '#core/records';
import { noSuchKey, noSuchVersion, withHeaders } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import type { LiveVersion, Version } from '#services/s3/state';
import { findVersion } from './versions.ts';

interface Access {
  /** The method of the request, for the error about a delete marker. */
  readonly method?: 'GET' | 'PUT' | 'DELETE';
  /** A delete marker that is the latest version is an error of its own; for most operations there is no such key then. */
  readonly namesMarker?: boolean;
  /** The key in the error about a key that is not there, where that is not the key alone. */
  readonly shownKey?: string;
}

/** The object for a read or a change of its properties; throws the error why there is none. */
export function readable(
  found: LocatedBucket,
  key: string,
  versionId: string | undefined,
  { method = 'GET', namesMarker = false, shownKey = key }: Access = {},
): Frozen<LiveVersion> {
  const version = findVersion(found, key, versionId);
  if (version?.object) return version as Frozen<LiveVersion>;
  if (version) throw hidden(key, version, versionId !== undefined || namesMarker ? method : undefined);
  throw versionId === undefined ? noSuchKey(shownKey) : noSuchVersion(key, versionId);
}

/** The error for a delete marker, with the headers that name it. */
function hidden(key: string, marker: Frozen<Version>, Method: string | undefined) {
  const headers = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.versionId };
  if (Method === undefined)
    return withHeaders('NoSuchKey', 'The specified key does not exist.', { status: 404, headers, members: { Key: key } });
  return withHeaders('MethodNotAllowed', 'The specified method is not allowed against this resource.', {
    status: 405,
    headers: { ...headers, Allow: 'DELETE', 'Last-Modified': new Date(marker.modifiedMs).toUTCString() },
    members: { Method, ResourceType: 'DeleteMarker' },
  });
}
