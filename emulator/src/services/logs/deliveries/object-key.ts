// Keys of the files that deliveries put into buckets. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-V2-S3.html
import type { RegionScope } from '#core/region-scope';
import { table } from '#lib/table';

/** The names of variables in a path that Apache Hive reads. */
const HIVE_NAMES: Readonly<Record<string, string>> = table({
  'account-id': 'aws-account-id',
  accountid: 'aws-account-id',
  region: 'aws-region',
  yyyy: 'year',
  MM: 'month',
  dd: 'day',
  HH: 'hour',
});
const VARIABLE = /\{([A-Za-z-]+)\}/g;

/** Whether a path has no other variables than these. "The path may contain nothing but separators and the fields the service allows" (told in public, 2026): plain folders are taken here, too. */
export function isSuffixPath(path: string, fields: readonly string[]): boolean {
  const plain = path.replaceAll(VARIABLE, (whole, name: string) => (fields.includes(name) ? '' : whole));
  return /^[A-Za-z0-9/_.-]*$/.test(plain);
}

export interface ObjectPlace {
  /** The path behind the name of the bucket in the destination's ARN. */
  readonly prefix: string;
  readonly suffixPath: string;
  readonly isHiveCompatible: boolean;
  readonly kind: string;
  readonly resource: string;
  readonly atMs: number;
  /** Tells files of one minute apart. */
  readonly unique: string;
}

export function objectKey({ prefix, suffixPath, isHiveCompatible, kind, resource, atMs, unique }: ObjectPlace, scope: RegionScope): string {
  const time = new Date(atMs).toISOString();
  const values: Readonly<Record<string, string>> = table({
    'account-id': scope.account,
    accountid: scope.account,
    region: scope.region,
    yyyy: time.slice(0, 4),
    MM: time.slice(5, 7),
    dd: time.slice(8, 10),
    HH: time.slice(11, 13),
  });
  const path = suffixPath.replaceAll(VARIABLE, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return isHiveCompatible ? `${HIVE_NAMES[name]}=${value}` : value;
  });
  const minute = time.slice(0, 16).replaceAll(/[-:]/g, '');
  const folders = [prefix, path].map((part) => part.replaceAll(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  return [...folders, `${scope.account}_${kind}_${scope.region}_${resource}_${minute}Z_${unique}.log.gz`].join('/');
}
