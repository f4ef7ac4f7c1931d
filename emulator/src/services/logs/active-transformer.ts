// The transformer that changes the events of a log group: its own, or that of the policy of the account that selects it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { invalid } from './groups/find-group.ts';
import { selects } from './selection.ts';
import { type AccountPolicy, accountPolicies, type Transformer, transformers } from './state.ts';

export interface ActiveTransformer {
  readonly processors: Frozen<Transformer>['processors'];
}

/** A transformer of the group overrides those of the account. A policy that selects by prefix comes before one for all groups. */
export function activeTransformer(group: string, ctx: Ctx): ActiveTransformer | undefined {
  const own = ctx.records(transformers).get([group]);
  if (own) return own;
  const policies = ctx
    .records(accountPolicies)
    .range(['TRANSFORMER_POLICY'])
    .filter(({ criteria }) => selects(criteria, group));
  return (policies.find(({ criteria }) => criteria !== undefined) ?? policies[0]) as
    | (Frozen<AccountPolicy> & ActiveTransformer)
    | undefined;
}

/** The parameter "is valid only for log groups that have an active log transformer" (API reference); the text is ours. */
export function checkTransformed(group: string, applyOnTransformedLogs: boolean | undefined, ctx: Ctx): void {
  if (applyOnTransformedLogs && !activeTransformer(group, ctx))
    throw invalid(`applyOnTransformedLogs cannot be true: the log group ${group} has no active log transformer.`);
}
