// Targets of rules: the resources that get an event when the rule matches or fires.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation, type PutTargetsResultEntry, type RemoveTargetsResultEntry, type Target } from '#model/events';
import { ruleArn } from '#services/events/arns';
import { tooMany } from '#services/events/faults';
import { findBus } from '#services/events/find-bus';
import { ruleChanged } from '#services/events/matching/matchers';
import { pageOfNamed } from '#services/events/pages';
import { type Rule, rulesByTarget, targets } from '#services/events/state';
import { checkManaged, findRule } from './find-rule.ts';
import { checkRoles } from './rule-role.ts';
import { checkTarget, unavailable } from './target-checks.ts';

/** Limit: targets of a rule. */
const MAX_TARGETS = 5;

export const PutTargets = operation('PutTargets', async (input, ctx) => {
  const { bus, name } = findRule(input.EventBusName, input.Rule, ctx);
  for (const target of input.Targets) checkTarget(target, ctx);
  const roles = input.Targets.flatMap(({ RoleArn }) => RoleArn ?? []);
  if (roles.length > 0) await checkRoles(roles, ruleArn(ctx, bus, name), ctx);
  const rule = findRule(input.EventBusName, input.Rule, ctx);
  checkManaged(rule, false, ctx);
  const FailedEntries: PutTargetsResultEntry[] = [];
  const accepted: Target[] = [];
  for (const target of input.Targets) {
    const why = unavailable(target, ctx);
    if (why === undefined) accepted.push(target);
    else FailedEntries.push({ TargetId: target.Id, ErrorCode: 'NotImplementedException', ErrorMessage: why });
  }
  const before = ctx.records(targets).range([rule.bus, rule.name]);
  if (new Set([...before, ...accepted].map(({ Id }) => Id)).size > MAX_TARGETS) throw tooMany();
  ctx.write((tx) => {
    for (const target of accepted) writeTarget(tx, rule, target, ctx);
    ruleChanged(tx, rule.bus, rule.name, ctx);
  });
  return { FailedEntryCount: FailedEntries.length, FailedEntries };
});

/** Adds a target that has passed its checks, or replaces the one with its id. The caller calls `ruleChanged`. */
export function writeTarget(tx: Tx, { bus, name }: Pick<Frozen<Rule>, 'bus' | 'name'>, target: Target, ctx: Ctx): void {
  removeTarget(tx, { bus, name }, target.Id, ctx);
  tx.put(ctx.records(targets), [bus, name, target.Id], target);
  const ids = ctx.records(rulesByTarget).get([bus, target.Arn, name])?.ids ?? [];
  tx.put(ctx.records(rulesByTarget), [bus, target.Arn, name], { rule: name, ids: [...ids, target.Id] });
}

/** Does nothing if no target has this id. The caller calls `ruleChanged`. */
export function removeTarget(tx: Tx, { bus, name: rule }: Pick<Frozen<Rule>, 'bus' | 'name'>, id: string, ctx: Ctx): void {
  const target = ctx.records(targets).get([bus, rule, id]);
  if (!target) return;
  tx.delete(ctx.records(targets), [bus, rule, id]);
  const index = ctx.records(rulesByTarget);
  const ids = (index.get([bus, target.Arn, rule])?.ids ?? []).filter((other) => other !== id);
  if (ids.length === 0) tx.delete(index, [bus, target.Arn, rule]);
  else tx.put(index, [bus, target.Arn, rule], { rule, ids });
}

export const RemoveTargets = operation('RemoveTargets', (input, ctx) => {
  const rule = findRule(input.EventBusName, input.Rule, ctx);
  checkManaged(rule, input.Force, ctx);
  const FailedEntries: RemoveTargetsResultEntry[] = [];
  ctx.write((tx) => {
    // An unknown id is ignored, as in the real service.
    for (const id of input.Ids) removeTarget(tx, rule, id, ctx);
    ruleChanged(tx, rule.bus, rule.name, ctx);
  });
  return { FailedEntryCount: 0, FailedEntries };
});

export const ListTargetsByRule = operation('ListTargetsByRule', (input, ctx) => {
  const { bus, name } = findRule(input.EventBusName, input.Rule, ctx);
  const { items, ...next } = pageOfNamed(
    input,
    (after, limit) => ctx.records(targets).range([bus, name], { after: after === undefined ? undefined : [bus, name, after], limit }),
    ({ Id }) => Id,
  );
  return { Targets: items as readonly Target[], ...next };
});

export const ListRuleNamesByTarget = operation('ListRuleNamesByTarget', ({ TargetArn: arn, EventBusName, ...page }, ctx) => {
  const { name: bus } = findBus(EventBusName, ctx);
  const { items, ...next } = pageOfNamed(
    page,
    (after, limit) => ctx.records(rulesByTarget).range([bus, arn], { after: after === undefined ? undefined : [bus, arn, after], limit }),
    ({ rule }) => rule,
  );
  return { RuleNames: items.map(({ rule }) => rule), ...next };
});
