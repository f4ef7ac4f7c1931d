// ARNs of groups and sampling rules.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

/** Groups have an id behind their name. */
export const groupArn = ({ name, id }: { readonly name: string; readonly id: string }, { account, region }: RegionScope): string =>
  formatArn({ service: 'xray', account, region, resource: `group/${name}/${id}` });

export const ruleArn = (name: string, { account, region }: RegionScope): string =>
  formatArn({ service: 'xray', account, region, resource: `sampling-rule/${name}` });
