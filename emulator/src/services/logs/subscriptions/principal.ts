// The principal that delivers log events: the service on behalf of a log group.
import type { ServicePrincipal } from '#core/principal';
import type { RegionScope } from '#core/region-scope';
import { groupArn } from '#services/logs/groups/group-arn';

/** Policies name the group with `:*` at the end. */
export const subscriptionPrincipal = (group: string, service: string, scope: RegionScope): ServicePrincipal => ({
  service,
  sourceArn: `${groupArn(scope, group)}:*`,
  sourceAccount: scope.account,
});
