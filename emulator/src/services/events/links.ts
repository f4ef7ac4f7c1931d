// The links of buses: their rules, the targets of those, archives, and the addresses of API destinations.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { busArn, eventsArn, ruleArn } from './arns.ts';
import { apiDestinations, archives, buses, rules, targets } from './state.ts';

export const links = resourceLinks([buses, rules, apiDestinations, archives], function* (ctx) {
  for (const { name, deadLetterConfig } of ctx.records(buses).range())
    yield* linksTo(busArn(ctx, name), 'dead letters', deadLetterConfig?.Arn);
  for (const { bus, name, pattern, managedBy } of ctx.records(rules).range()) {
    const rule = ruleArn(ctx, bus, name);
    if (pattern !== undefined && managedBy === undefined) yield { from: busArn(ctx, bus), to: rule, by: 'rule' };
    for (const { Arn, DeadLetterConfig } of ctx.records(targets).range([bus, name])) {
      if (managedBy === undefined) yield { from: rule, to: Arn, by: 'target' };
      yield* linksTo(rule, 'dead letters', DeadLetterConfig?.Arn);
    }
  }
  for (const { ArchiveName, EventSourceArn } of ctx.records(archives).range())
    yield { from: EventSourceArn, to: eventsArn(ctx, `archive/${ArchiveName}`), by: 'archive' };
  for (const [[name], { InvocationEndpoint }] of ctx.records(apiDestinations).entries())
    yield { from: eventsArn(ctx, `api-destination/${name}`), to: InvocationEndpoint ?? '', by: 'endpoint' };
});
