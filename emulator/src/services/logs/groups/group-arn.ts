// ARNs of log groups and streams, with and without the `:*` that policies need.
import { arnHere } from '#core/arn-here';
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export const groupArn = ({ account, region }: RegionScope, name: string): string =>
  formatArn({ service: 'logs', region, account, resource: `log-group:${name}` });

export const streamArn = (scope: RegionScope, group: string, stream: string): string => `${groupArn(scope, group)}:log-stream:${stream}`;

/** The name in an ARN of a log group of this account and region; undefined for any other. */
export function groupNameIn(scope: RegionScope, arn: string): string | undefined {
  const parsed = arnHere(arn, 'logs', scope);
  if (parsed?.account !== scope.account) return undefined;
  return /^log-group:([^:*]+)(?::\*)?$/.exec(parsed.resource)?.[1];
}
