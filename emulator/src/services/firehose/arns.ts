// ARNs of delivery streams.
import type { RegionScope } from '#core/region-scope';
import { parseArn, partitionOf } from '#lib/arn';

export const streamArn = ({ account, region }: RegionScope, name: string): string =>
  `arn:${partitionOf(region)}:firehose:${region}:${account}:deliverystream/${name}`;

export interface StreamAddress {
  readonly account: string;
  readonly region: string;
  readonly name: string;
}

const RESOURCE = /^deliverystream\/([a-zA-Z0-9_.-]{1,64})$/;

export function parseStreamArn(text: string): StreamAddress | undefined {
  const arn = parseArn(text);
  const [, name] = (arn?.service === 'firehose' && RESOURCE.exec(arn.resource)) || [];
  return arn && name !== undefined ? { account: arn.account, region: arn.region, name } : undefined;
}
