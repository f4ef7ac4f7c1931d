// ARNs of streams and of their consumers.
import type { RegionScope } from '#core/region-scope';
import { parseArn, partitionOf } from '#lib/arn';
import type { Consumer } from './state.ts';

export const streamArn = (name: string, { account, region }: RegionScope): string =>
  `arn:${partitionOf(region)}:kinesis:${region}:${account}:stream/${name}`;

/** The second of its creation tells consumers of the same name apart. */
export const consumerArn = (
  { name, streamName, createdMs }: Pick<Consumer, 'name' | 'streamName' | 'createdMs'>,
  scope: RegionScope,
): string => `${streamArn(streamName, scope)}/consumer/${name}:${Math.floor(createdMs / 1000)}`;

export interface StreamAddress extends RegionScope {
  readonly stream: string;
  /** Set in ARNs of consumers. */
  readonly consumer?: { readonly name: string; readonly createdS: number } | undefined;
}

const RESOURCE = /^stream\/([a-zA-Z0-9_.-]+)(?:\/consumer\/([a-zA-Z0-9_.-]+):(\d+))?$/;

/** Undefined for ARNs of anything else. */
export function parseStreamArn(text: string): StreamAddress | undefined {
  const arn = parseArn(text);
  const [, stream, name, createdS] = (arn?.service === 'kinesis' && RESOURCE.exec(arn.resource)) || [];
  if (!arn || stream === undefined) return undefined;
  const { account, region } = arn;
  return { account, region, stream, consumer: name === undefined ? undefined : { name, createdS: Number(createdS) } };
}
