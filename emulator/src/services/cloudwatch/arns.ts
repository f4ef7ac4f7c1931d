// ARNs of alarms and of other things of the service.
import type { RegionScope } from '#core/region-scope';
import { formatArn, parseArn } from '#lib/arn';

const arn = (resource: string, { account, region }: RegionScope): string => formatArn({ service: 'cloudwatch', account, region, resource });

export const alarmArn = (name: string, scope: RegionScope): string => arn(`alarm:${name}`, scope);
export const muteRuleArn = (name: string, scope: RegionScope): string => arn(`alarm-mute-rule:${name}`, scope);
export const insightRuleArn = (name: string, scope: RegionScope): string => arn(`insight-rule/${name}`, scope);
export const metricStreamArn = (name: string, scope: RegionScope): string => arn(`metric-stream/${name}`, scope);
export const dashboardArn = (name: string, { account }: RegionScope): string => arn(`dashboard/${name}`, { account, region: '' });

/** The name of an alarm that is given by name or by ARN. */
export function alarmName(given: string): string {
  const resource = given.startsWith('arn:') ? parseArn(given)?.resource : undefined;
  return resource?.startsWith('alarm:') ? resource.slice('alarm:'.length) : given;
}
