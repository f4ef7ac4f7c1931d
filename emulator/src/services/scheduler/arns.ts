// ARNs of schedules and groups.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export const DEFAULT_GROUP = 'default';

const schedulerArn = ({ account, region }: RegionScope, resource: string): string =>
  formatArn({ service: 'scheduler', region, account, resource });
export const groupArn = (scope: RegionScope, group: string): string => schedulerArn(scope, `schedule-group/${group}`);
export const scheduleArn = (scope: RegionScope, group: string, name: string): string => schedulerArn(scope, `schedule/${group}/${name}`);
