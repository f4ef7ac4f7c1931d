// The marker of hot reload: a bucket of a certain name means that the key is the path of a folder of this machine.

/** The name unless BUCKET_MARKER_LOCAL sets another one. */
export const HOT_BUCKET = 'hot-reload';

/** Turns hot reload off: no bucket has such a name. */
const OFF = '0';

/** The name that tools for the established emulator send unless somebody has set another one. */
const OLDER_MARKER = '__local__';

/** The bucket that means a folder of this machine, as a command that deploys names it. */
export const hotBucketOf = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment['BUCKET_MARKER_LOCAL'] ?? HOT_BUCKET;

export interface CodeLocation {
  readonly bucket: string | undefined;
  readonly key: string | undefined;
}

/** Whether the location names a folder. `marker`: BUCKET_MARKER_LOCAL. */
export const isHot = ({ bucket, key }: CodeLocation, marker: string): boolean =>
  key !== undefined && marker !== OFF && (bucket === marker || bucket === OLDER_MARKER);
