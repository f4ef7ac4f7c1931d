// ARNs of keys and aliases.
import { formatArn, partitionOf } from '#lib/arn';

interface Place {
  readonly account: string;
  readonly region: string;
}

export const keyArn = ({ account, region }: Place, id: string): string =>
  formatArn({ service: 'kms', region, account, resource: `key/${id}` });
export const aliasArn = ({ account, region }: Place, name: string): string =>
  formatArn({ service: 'kms', region, account, resource: name });
/** Callers have no other identity here. */
export const rootArn = ({ account, region }: Place): string =>
  formatArn({ partition: partitionOf(region), service: 'iam', region: '', account, resource: 'root' });
