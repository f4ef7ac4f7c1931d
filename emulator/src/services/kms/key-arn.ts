// ARNs of keys and aliases.
import type { RegionScope } from '#core/region-scope';
import { formatArn, partitionOf } from '#lib/arn';

export const keyArn = ({ account, region }: RegionScope, id: string): string =>
  formatArn({ service: 'kms', region, account, resource: `key/${id}` });
export const aliasArn = ({ account, region }: RegionScope, name: string): string =>
  formatArn({ service: 'kms', region, account, resource: name });
/** The ARN of the account's root: callers have no other identity here. */
export const rootArn = ({ account, region }: RegionScope): string =>
  formatArn({ partition: partitionOf(region), service: 'iam', region: '', account, resource: 'root' });
