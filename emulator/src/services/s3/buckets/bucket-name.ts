// The rules for bucket names.

const SHAPE = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const ADDRESS = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const RESERVED_PREFIXES = ['xn--', 'sthree-', 'amzn-s3-demo-'];
const RESERVED_SUFFIXES = ['-s3alias', '--ol-s3', '.mrap', '--table-s3'];
const DIRECTORY_SUFFIX = '--x-s3';

/** Whether the rules for general purpose buckets allow the name. */
export const validBucketName = (name: string): boolean =>
  SHAPE.test(name) &&
  !name.includes('..') &&
  !ADDRESS.test(name) &&
  !RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix)) &&
  !RESERVED_SUFFIXES.some((suffix) => name.endsWith(suffix));

/** Whether the name ends like that of a directory bucket, which contains its zone. */
export const isDirectoryBucket = (name: string): boolean => name.endsWith(DIRECTORY_SUFFIX);
