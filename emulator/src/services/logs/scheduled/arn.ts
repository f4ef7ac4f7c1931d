// ARNs of scheduled queries.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export const scheduledQueryArn = ({ account, region }: RegionScope, id: string): string =>
  formatArn({ service: 'logs', region, account, resource: `scheduled-query:${id}` });
