// The links of log groups: what their subscription filters lead to.
import { resourceLinks } from '#core/traces/map/resource-links';
import { formatArn } from '#lib/arn';
import { groupArn } from './groups/group-arn.ts';
import { destinations, subscriptionFilters } from './state.ts';

export const links = resourceLinks([subscriptionFilters, destinations], function* (ctx) {
  for (const [[group], { destinationArn }] of ctx.records(subscriptionFilters).entries())
    yield { from: groupArn(ctx, group), to: destinationArn, by: 'subscription' };
  for (const { name, targetArn } of ctx.records(destinations).range())
    yield { from: formatArn({ service: 'logs', ...ctx, resource: `destination:${name}` }), to: targetArn, by: 'target' };
});
