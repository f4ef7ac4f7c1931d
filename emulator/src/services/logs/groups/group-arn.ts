// ARNs of log groups and streams, with and without the `:*` that policies need.
import type { RegionScope } from '#core/region-scope';
import { formatArn, parseArn } from '#lib/arn';

export const groupArn = ({ account, region }: RegionScope, name: string): string =>
  formatArn({ service: 'logs', region, account, resource: `log-group:${name}` });

export const streamArn = (place: RegionScope, group: string, stream: string): string => `${groupArn(place, group)}:log-stream:${stream}`;

/** The name in an ARN of a log group of this account and region; undefined for any other. */
export function groupNameIn(place: RegionScope, arn: string): string | undefined {
  const parsed = parseArn(arn);
  if (parsed?.service !== 'logs' || parsed.account !== place.account || parsed.region !== place.region) return undefined;
  return /^log-group:([^:*]+)(?::\*)?$/.exec(parsed.resource)?.[1];
}
