// AWS::XRay::SamplingRule
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { number, object, tagList, text } from '#core/resources/resource-properties';
import { asGiven, must, requiredNumber, requiredText, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { resourceTags } from './resource-tags.ts';

const boost = shape({ MaxRate: requiredNumber, CooldownWindowMinutes: requiredNumber });
const rule = must(
  shape({
    ResourceARN: requiredText,
    Priority: requiredNumber,
    FixedRate: requiredNumber,
    ReservoirSize: requiredNumber,
    ServiceName: requiredText,
    ServiceType: requiredText,
    Host: requiredText,
    HTTPMethod: requiredText,
    URLPath: requiredText,
    Attributes: textMap,
    SamplingRateBoost: boost,
  }),
);
const ITSELF = 'the rule is given by the property SamplingRule.';

/** The default rule is on the first page, and so are all others: there are 26 at most. */
async function find(arn: string, ctx: ResourceContext) {
  const { SamplingRuleRecords = [] } = await ctx.call('xray', 'GetSamplingRules', {});
  return SamplingRuleRecords.find(({ SamplingRule }) => SamplingRule?.RuleARN === arn)?.SamplingRule;
}

const nameOf = ({ SamplingRule, RuleName }: Properties): string | undefined => text(object(SamplingRule)['RuleName']) ?? text(RuleName);

export const resource: ResourceType = crudType({
  id: 'RuleARN',
  /** The service calls a rule that does not exist a bad request. */
  gone: ['InvalidRequestException'],
  replaces: (properties, previous) => (nameOf(properties) === nameOf(previous) ? [] : ['RuleName', 'SamplingRule']),
  refuse: { SamplingRuleRecord: ITSELF, SamplingRuleUpdate: ITSELF },
  properties: { SamplingRule: rule },
  create: (_arn, given, properties, ctx) =>
    ctx.call('xray', 'CreateSamplingRule', {
      SamplingRule: {
        ...given.SamplingRule!,
        RuleName: nameOf(properties) ?? ctx.physicalName(32),
        Version: number(object(properties['SamplingRule'])['Version']) ?? 1,
      },
      Tags: properties.Tags === undefined ? undefined : tagList(properties.Tags),
    }),
  idOf: ({ SamplingRuleRecord }) => SamplingRuleRecord!.SamplingRule!.RuleARN!,
  update: (RuleARN, { SamplingRule }, _change, ctx) =>
    ctx.call('xray', 'UpdateSamplingRule', {
      SamplingRuleUpdate: { ...SamplingRule!, Attributes: SamplingRule!.Attributes ?? {}, RuleARN },
    }),
  delete: (RuleARN, _properties, ctx) => ctx.call('xray', 'DeleteSamplingRule', { RuleARN }),
  find: (arn, _properties, ctx) => find(arn, ctx),
  shown: (found, given) => ({ SamplingRule: asGiven(found, given['SamplingRule']), RuleName: found.RuleName }),
  tags: resourceTags,
  list: (NextToken, _filter, ctx) => ctx.call('xray', 'GetSamplingRules', { NextToken }),
  listed: ({ SamplingRuleRecords }) => SamplingRuleRecords?.map(({ SamplingRule }) => SamplingRule?.RuleARN),
});
