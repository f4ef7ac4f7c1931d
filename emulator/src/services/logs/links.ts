// The links of log groups and of logs that are delivered: what subscription filters and deliveries lead to.
import { resourceLinks } from '#core/traces/map/resource-links';
import { formatArn, parseArn } from '#lib/arn';
import { groupArn } from './groups/group-arn.ts';
import { scheduledQueries } from './query-state.ts';
import { scheduledQueryArn } from './scheduled/arn.ts';
import { deliveries, deliveryDestinations, deliverySources, destinations, subscriptionFilters } from './state.ts';

export const links = resourceLinks(
  [subscriptionFilters, destinations, deliveries, deliverySources, deliveryDestinations, scheduledQueries],
  function* (ctx) {
    for (const [[group], { destinationArn }] of ctx.records(subscriptionFilters).entries())
      yield { from: groupArn(ctx, group), to: destinationArn, by: 'subscription' };
    for (const { name, targetArn } of ctx.records(destinations).range())
      yield { from: formatArn({ service: 'logs', ...ctx, resource: `destination:${name}` }), to: targetArn, by: 'target' };
    for (const [[id], { destination }] of ctx.records(scheduledQueries).entries()) {
      const bucket = /^s3:\/\/([^/]+)/.exec(destination?.s3Configuration?.destinationIdentifier ?? '')?.[1];
      if (bucket !== undefined) yield { from: scheduledQueryArn(ctx, id), to: `arn:aws:s3:::${bucket}`, by: 'results' };
    }
    for (const { source, destinationArn } of ctx.records(deliveries).range()) {
      const from = ctx.records(deliverySources).get([source])?.resourceArn;
      const { account, resource = '' } = parseArn(destinationArn) ?? {};
      const name = resource.slice(resource.indexOf(':') + 1);
      // Destinations of other accounts are not looked up.
      const to = account === ctx.account ? ctx.records(deliveryDestinations).get([name])?.resourceArn : undefined;
      if (from !== undefined && to !== undefined) yield { from, to, by: 'logs' };
    }
  },
);
