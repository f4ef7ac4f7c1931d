// Sampling rules: SDKs decide by them which requests they trace.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type SamplingRule, type SamplingRuleRecord, type SamplingRuleUpdate } from '#model/xray';
import { ruleArn } from '#services/xray/arns';
import { invalidRequest, pagesOf } from '#services/xray/faults';
import { type KeptRule, ruleStatistics, samplingRules, tags } from '#services/xray/state';
import { XRAY_TAGS } from '#services/xray/tag-rules';
import { DEFAULT_RULE, defaultRule } from './default-rule.ts';

/** Limit: sampling rules of an account in a region, besides the default rule. */
const MAX_RULES = 25;
/** Limit: attributes of a sampling rule. */
const MAX_ATTRIBUTES = 5;

export const CreateSamplingRule = operation('CreateSamplingRule', ({ SamplingRule: given, Tags }, ctx) => {
  const { RuleName: name, RuleARN, Version: version } = given;
  if (name === undefined || RuleARN !== undefined) throw invalidRequest('A new sampling rule has a RuleName, and no RuleARN.');
  if (!/^[\w\s.-]+$/.test(name)) throw invalidRequest(`Invalid sampling rule name: ${name}`);
  if (version !== 1) throw invalidRequest('The version of a sampling rule must be 1.');
  checkAttributes(given);
  const records = ctx.records(samplingRules);
  if (name === DEFAULT_RULE || records.has([name])) throw invalidRequest(`A sampling rule named ${name} exists already.`);
  if (records.count() - (records.has([DEFAULT_RULE]) ? 1 : 0) >= MAX_RULES)
    throw fault('RuleLimitExceededException', `An account can have at most ${MAX_RULES} sampling rules.`);
  const nowMs = ctx.now();
  const kept: KeptRule = {
    rule: { ...given, RuleName: name, RuleARN: ruleArn(name, ctx), Attributes: given.Attributes ?? {} },
    createdMs: nowMs,
    modifiedMs: nowMs,
  };
  ctx.write((tx) => {
    tx.put(records, [name], kept);
    if (Tags) tx.put(ctx.records(tags), [ruleArn(name, ctx)], { tags: XRAY_TAGS.ofNew(Tags, ctx) });
  });
  return { SamplingRuleRecord: describeRule(kept) };
});

export const UpdateSamplingRule = operation('UpdateSamplingRule', ({ SamplingRuleUpdate: update }, ctx) => {
  const before = findRule(update, ctx);
  const { RuleName: _name, RuleARN: _arn, ...changes } = update;
  const isDefault = before.rule.RuleName === DEFAULT_RULE;
  const fixed = Object.keys(changes).find(
    (key) => key !== 'FixedRate' && key !== 'ReservoirSize' && changes[key as keyof typeof changes] !== undefined,
  );
  if (isDefault && fixed !== undefined) throw invalidRequest(`The default rule's ${fixed} cannot be changed.`);
  checkAttributes(changes);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: KeptRule = { ...(before as KeptRule), rule: { ...(before.rule as KeptRule['rule']), ...given }, modifiedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(samplingRules), [before.rule.RuleName], after));
  return { SamplingRuleRecord: describeRule(after) };
});

export const DeleteSamplingRule = operation('DeleteSamplingRule', (input, ctx) => {
  const found = findRule(input, ctx);
  const { RuleName: name } = found.rule;
  if (name === DEFAULT_RULE) throw invalidRequest('The default rule cannot be deleted.');
  ctx.write((tx) => {
    tx.delete(ctx.records(samplingRules), [name]);
    tx.delete(ctx.records(tags), [ruleArn(name, ctx)]);
    for (const key of ctx.records(ruleStatistics).keys([name])) tx.delete(ctx.records(ruleStatistics), key);
  });
  return { SamplingRuleRecord: describeRule(found) };
});

const { pageOfItems } = pagesOf(50);

export const GetSamplingRules = operation('GetSamplingRules', (input, ctx) => {
  const { items, NextToken } = pageOfItems(allRules(ctx), ({ rule }) => [rule.Priority, rule.RuleName], input);
  return { SamplingRuleRecords: items.map(describeRule), NextToken };
});

/** With the default rule, which is there whether it was changed or not. */
export function allRules(ctx: Ctx): readonly Frozen<KeptRule>[] {
  const kept = ctx.records(samplingRules).range();
  return ctx.records(samplingRules).has([DEFAULT_RULE]) ? kept : [...kept, defaultRule(ctx)];
}

type RuleId = Pick<SamplingRuleUpdate, 'RuleName' | 'RuleARN'>;

function findRule({ RuleName: name, RuleARN: arn }: RuleId, ctx: Ctx): Frozen<KeptRule> {
  if ((name === undefined) === (arn === undefined)) throw invalidRequest('Either RuleName or RuleARN must be given.');
  const found = allRules(ctx).find(({ rule }) => (name === undefined ? rule.RuleARN === arn : rule.RuleName === name));
  if (!found) throw invalidRequest(`Sampling rule ${name ?? arn} does not exist.`);
  return found;
}

function checkAttributes({ Attributes: attributes = {} }: Pick<SamplingRule, 'Attributes'>): void {
  const count = Object.keys(attributes).length;
  if (count > MAX_ATTRIBUTES) throw invalidRequest(`A sampling rule can have at most ${MAX_ATTRIBUTES} attributes.`);
}

const describeRule = ({ rule, createdMs, modifiedMs }: Frozen<KeptRule>): SamplingRuleRecord => ({
  SamplingRule: rule as SamplingRule,
  CreatedAt: new Date(createdMs),
  ModifiedAt: new Date(modifiedMs),
});
