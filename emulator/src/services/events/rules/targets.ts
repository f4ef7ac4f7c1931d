// Targets of rules: what is sent where when the rule matches or fires.
import type { Ctx } from '#core/call';
import type { Frozen, Tx } from '#core/records';
import { operation, type PutTargetsResultEntry, type RemoveTargetsResultEntry, type Target } from '#model/events';
import { findBus } from '#services/events/buses/find-bus';
import { tooMany } from '#services/events/faults';
import { ruleChanged } from '#services/events/matching/matchers';
import { pageOf } from '#services/events/pages';
import { type Rule, rulesByTarget, targets } from '#services/events/state';
import { checkManaged, findRule } from './find-rule.ts';
import { checkTarget, unavailable } from './target-checks.ts';

const MOST_TARGETS = 5;

export const PutTargets = operation('PutTargets', (input, ctx) => {
  const rule = findRule(ctx, input.EventBusName, input.Rule);
  checkManaged(ctx, rule, false);
  for (const target of input.Targets) checkTarget(ctx, target);
  const FailedEntries: PutTargetsResultEntry[] = [];
  const accepted: Target[] = [];
  for (const target of input.Targets) {
    const why = unavailable(ctx, target);
    if (why === undefined) accepted.push(target);
    else FailedEntries.push({ TargetId: target.Id, ErrorCode: 'NotImplementedException', ErrorMessage: why });
  }
  const before = ctx.records(targets).range([rule.bus, rule.name]);
  if (new Set([...before, ...accepted].map(({ Id }) => Id)).size > MOST_TARGETS) throw tooMany();
  ctx.write((tx) => {
    for (const target of accepted) put(ctx, tx, rule, target);
    ruleChanged(ctx, tx, rule.bus, rule.name);
  });
  return { FailedEntryCount: FailedEntries.length, FailedEntries };
});

function put(ctx: Ctx, tx: Tx, { bus, name }: Frozen<Rule>, target: Target): void {
  remove(ctx, tx, bus, name, target.Id);
  tx.put(ctx.records(targets), [bus, name, target.Id], target);
  const ids = ctx.records(rulesByTarget).get([bus, target.Arn, name])?.ids ?? [];
  tx.put(ctx.records(rulesByTarget), [bus, target.Arn, name], { rule: name, ids: [...ids, target.Id] });
}

/** False when there is none of that id. */
function remove(ctx: Ctx, tx: Tx, bus: string, rule: string, id: string): boolean {
  const target = ctx.records(targets).get([bus, rule, id]);
  if (!target) return false;
  tx.delete(ctx.records(targets), [bus, rule, id]);
  const index = ctx.records(rulesByTarget);
  const ids = (index.get([bus, target.Arn, rule])?.ids ?? []).filter((other) => other !== id);
  if (ids.length === 0) tx.delete(index, [bus, target.Arn, rule]);
  else tx.put(index, [bus, target.Arn, rule], { rule, ids });
  return true;
}

export const RemoveTargets = operation('RemoveTargets', (input, ctx) => {
  const rule = findRule(ctx, input.EventBusName, input.Rule);
  checkManaged(ctx, rule, input.Force);
  const FailedEntries: RemoveTargetsResultEntry[] = [];
  ctx.write((tx) => {
    // An id that is not there is passed over, as in the real service.
    for (const id of input.Ids) remove(ctx, tx, rule.bus, rule.name, id);
    ruleChanged(ctx, tx, rule.bus, rule.name);
  });
  return { FailedEntryCount: 0, FailedEntries };
});

export const ListTargetsByRule = operation('ListTargetsByRule', (input, ctx) => {
  const { bus, name } = findRule(ctx, input.EventBusName, input.Rule);
  const { found, next } = pageOf(
    input,
    (after, limit) => ctx.records(targets).range([bus, name], { after: after === undefined ? undefined : [bus, name, after], limit }),
    ({ Id }) => Id,
  );
  return { Targets: found as readonly Target[], ...next };
});

export const ListRuleNamesByTarget = operation('ListRuleNamesByTarget', ({ TargetArn: arn, EventBusName, ...page }, ctx) => {
  const { name: bus } = findBus(ctx, EventBusName);
  const { found, next } = pageOf(
    page,
    (after, limit) => ctx.records(rulesByTarget).range([bus, arn], { after: after === undefined ? undefined : [bus, arn, after], limit }),
    ({ rule }) => rule,
  );
  return { RuleNames: found.map(({ rule }) => rule), ...next };
});
