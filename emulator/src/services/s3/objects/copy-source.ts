// The x-amz-copy-source header: bucket, key and optionally a version.
import { invalidArgument } from '#services/s3/faults';

export interface CopySource {
  readonly Bucket: string;
  readonly Key: string;
  readonly VersionId?: string | undefined;
}

const MALFORMED = 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey';

export function parseCopySource(header: string): CopySource {
  const version = /\?versionId=([^&]*)$/.exec(header);
  // As in forms, a plus sign stands for a blank (recorded in February 2026).
  const path = decode((version ? header.slice(0, version.index) : header).replaceAll('+', ' ')).replace(/^\//, '');
  const slash = path.indexOf('/');
  if (slash < 0) throw invalidArgument('Invalid copy source object key', 'x-amz-copy-source', 'x-amz-copy-source');
  if (slash < 1 || slash === path.length - 1) throw invalidArgument(MALFORMED, 'x-amz-copy-source', header);
  if (path.startsWith('arn:'))
    throw invalidArgument('Access points are not emulated: name the source as bucket/key', 'x-amz-copy-source', header);
  return { Bucket: path.slice(0, slash), Key: path.slice(slash + 1), ...(version?.[1] ? { VersionId: decode(version[1]) } : {}) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidArgument(MALFORMED, 'x-amz-copy-source', text);
  }
}
