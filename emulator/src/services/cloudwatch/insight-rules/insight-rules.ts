// Rules of Contributor Insights: put, list, enable, disable, delete.
import type { Ctx } from '#core/ctx';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { fault, operation, type PartialFailure } from '#model/cloudwatch';
import { insightRuleArn } from '#services/cloudwatch/arns';
import { invalidToken, invalidValue } from '#services/cloudwatch/faults';
import { type InsightRule, insightRules, tags } from '#services/cloudwatch/state';
import { ALARM_TAGS } from '#services/cloudwatch/tag-rules';
import { readDefinition } from './definition.ts';

/** Limit: insight rules of an account in a region. */
const MAX_RULES = 100;
/** Times in which a rule was enabled that are remembered; earlier ones hardly lie in the 15 days that are read. */
const SPANS_KEPT = 100;

export const PutInsightRule = operation('PutInsightRule', (input, ctx) => {
  const { RuleName: name, RuleState: state = 'ENABLED', RuleDefinition: definition, Tags, ApplyOnTransformedLogs } = input;
  if (state !== 'ENABLED' && state !== 'DISABLED')
    throw invalidValue(`The value ${state} for parameter RuleState must be ENABLED or DISABLED.`);
  readDefinition(definition);
  const before = ctx.records(insightRules).get([name]);
  if (before?.managed) throw invalidValue(`The rule ${name} is managed: it cannot be changed.`);
  keepRule({ name, definition, isOnTransformed: ApplyOnTransformedLogs }, state === 'ENABLED', Tags, ctx);
});

/** Keeps a rule, new or changed. Tags are those of a new one. */
export function keepRule(
  rule: Omit<InsightRule, 'isEnabled' | 'spans'>,
  isEnabled: boolean,
  given: Parameters<typeof ALARM_TAGS.ofNew>[0] | undefined,
  ctx: Ctx,
): void {
  const records = ctx.records(insightRules);
  const before = records.get([rule.name]);
  if (!before && records.count() >= MAX_RULES)
    throw fault('LimitExceededException', `An account can have at most ${MAX_RULES} insight rules in a region.`);
  ctx.write((tx) => {
    if (!before && given) tx.put(ctx.records(tags), [insightRuleArn(rule.name, ctx)], { tags: ALARM_TAGS.ofNew(given, ctx) });
    tx.put(records, [rule.name], switched({ isEnabled: false, spans: [], ...before, ...rule }, isEnabled, ctx.now()));
  });
}

function switched(rule: Frozen<InsightRule>, isEnabled: boolean, nowMs: number): InsightRule {
  if (rule.isEnabled === isEnabled) return rule as InsightRule;
  const last = rule.spans.at(-1);
  const spans = isEnabled ? [...rule.spans, { fromMs: nowMs }] : [...rule.spans.slice(0, -1), { fromMs: nowMs, ...last, toMs: nowMs }];
  return { ...(rule as InsightRule), isEnabled, spans: spans.slice(-SPANS_KEPT) };
}

const { pageOfValues } = pager({
  request: ({ NextToken, MaxResults = 500 }: { NextToken?: string | undefined; MaxResults?: number | undefined }) => ({
    limit: MaxResults,
    token: NextToken,
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

export const DescribeInsightRules = operation('DescribeInsightRules', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(insightRules), [], input);
  return { InsightRules: items.map(describe), NextToken };
});

const describe = ({ name, isEnabled, definition, managed, isOnTransformed }: Frozen<InsightRule>) => ({
  Name: name,
  State: stateOf(isEnabled),
  Schema: JSON.stringify({ Name: managed ? 'ServiceLogRule' : 'CloudWatchLogRule', Version: 1 }),
  Definition: definition,
  ManagedRule: managed !== undefined,
  ApplyOnTransformedLogs: isOnTransformed ?? false,
});

export const stateOf = (isEnabled: boolean): 'ENABLED' | 'DISABLED' => (isEnabled ? 'ENABLED' : 'DISABLED');

export const EnableInsightRules = operation('EnableInsightRules', ({ RuleNames }, ctx) => setEnabled(RuleNames, true, ctx));
export const DisableInsightRules = operation('DisableInsightRules', ({ RuleNames }, ctx) => setEnabled(RuleNames, false, ctx));

const setEnabled = (names: readonly string[], isEnabled: boolean, ctx: Ctx) =>
  eachRule(names, (rule) => ctx.write((tx) => tx.put(ctx.records(insightRules), [rule.name], switched(rule, isEnabled, ctx.now()))), ctx);

export const DeleteInsightRules = operation('DeleteInsightRules', ({ RuleNames }, ctx) =>
  eachRule(
    RuleNames,
    ({ name }) =>
      ctx.write((tx) => {
        tx.delete(ctx.records(insightRules), [name]);
        tx.delete(ctx.records(tags), [insightRuleArn(name, ctx)]);
      }),
    ctx,
  ),
);

/** Rules that do not exist are failures of the answer. */
function eachRule(names: readonly string[], apply: (rule: Frozen<InsightRule>) => void, ctx: Ctx): { Failures: PartialFailure[] } {
  const Failures: PartialFailure[] = [];
  for (const name of names) {
    const rule = ctx.records(insightRules).get([name]);
    if (rule) apply(rule);
    else
      Failures.push({
        ...{ FailureResource: name, ExceptionType: 'ResourceNotFoundException', FailureCode: '404' },
        FailureDescription: `The rule ${name} does not exist.`,
      });
  }
  return { Failures };
}
