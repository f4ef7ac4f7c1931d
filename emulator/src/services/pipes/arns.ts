// ARNs of pipes.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export const pipeArn = ({ account, region }: RegionScope, name: string): string =>
  formatArn({ service: 'pipes', region, account, resource: `pipe/${name}` });
