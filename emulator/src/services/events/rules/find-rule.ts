// Finds the record of a rule, and checks who may change it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/events';
import { noSuchRule } from '#services/events/faults';
import { findBus } from '#services/events/find-bus';
import { type Rule, rules } from '#services/events/state';

/** @throws ResourceNotFoundException */
export function findRule(busName: string | undefined, name: string, ctx: Ctx): Frozen<Rule> {
  const { name: bus } = findBus(busName, ctx);
  const rule = ctx.records(rules).get([bus, name]);
  if (!rule) throw noSuchRule(bus, name);
  return rule;
}

/** Only the service that made a managed rule may change it, or a caller that uses `Force`. */
export function checkManaged({ name, managedBy }: Frozen<Rule>, force: boolean | undefined, ctx: Ctx): void {
  if (managedBy === undefined || force) return;
  if (ctx.principal.kind === 'service' && ctx.principal.service === managedBy) return;
  throw fault('ManagedRuleException', `${name} is a managed rule. Set 'force' parameter to true to override.`);
}
