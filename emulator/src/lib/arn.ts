// Resource names: `arn:partition:service:region:account:resource`. The resource may itself hold colons and slashes.

export interface Arn {
  readonly partition: string;
  readonly service: string;
  /** Empty for global services and for buckets. */
  readonly region: string;
  /** Empty for buckets. */
  readonly account: string;
  readonly resource: string;
}

const PARTS = /^arn:([^:]+):([^:]+):([^:]*):([^:]*):(.+)$/s;

/** Undefined where the text is not an ARN. */
export function parseArn(text: string): Arn | undefined {
  const [matched, partition = '', service = '', region = '', account = '', resource = ''] = PARTS.exec(text) ?? [];
  return matched === undefined ? undefined : { partition, service, region, account, resource };
}

/** The partition is derived from the region unless it is given. */
export function formatArn({ partition, service, region, account, resource }: Omit<Arn, 'partition'> & { partition?: string }): string {
  return `arn:${partition ?? partitionOf(region)}:${service}:${region}:${account}:${resource}`;
}

const PARTITION_PREFIXES: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['us-iso-', 'aws-iso'],
  ['eu-isoe-', 'aws-iso-e'],
  ['eusc-', 'aws-eusc'],
];

export function partitionOf(region: string): string {
  for (const [prefix, partition] of PARTITION_PREFIXES) if (region.startsWith(prefix)) return partition;
  return 'aws';
}
