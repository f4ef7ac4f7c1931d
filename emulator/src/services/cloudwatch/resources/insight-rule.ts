// AWS::CloudWatch::InsightRule
import { crudType } from '#core/resources/crud-type';
import { flag, tagList, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { InsightRule } from '#model/cloudwatch';
import { insightRuleArn } from '#services/cloudwatch/arns';
import { TAGS_BY_ARN } from './tags-by-arn.ts';

const nameIn = (arn: string): string => arn.slice(arn.indexOf(':insight-rule/') + ':insight-rule/'.length);

async function find(arn: string, ctx: ResourceContext): Promise<InsightRule | undefined> {
  for (let NextToken: string | undefined, more = true; more; more = NextToken !== undefined) {
    const page = await ctx.call('cloudwatch', 'DescribeInsightRules', { NextToken });
    const found = page.InsightRules?.find(({ Name }) => Name === nameIn(arn));
    if (found) return found;
    NextToken = page.NextToken;
  }
  return undefined;
}

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: [],
  properties: { RuleBody: requiredText, RuleState: requiredText, ApplyOnTransformedLogs: flag },
  cleared: { ApplyOnTransformedLogs: false },
  create: async (_id, { RuleBody: RuleDefinition, ...given }, { RuleName: name, Tags }, ctx) => {
    const RuleName = text(name)!;
    const arn = insightRuleArn(RuleName, ctx);
    if (await find(arn, ctx)) throw new Error(`Resource of type '${ctx.typeName}' with identifier '${RuleName}' already exists.`);
    await ctx.call('cloudwatch', 'PutInsightRule', {
      ...{ RuleName, RuleDefinition, ...given },
      Tags: Tags === undefined ? undefined : tagList(Tags),
    });
    return arn;
  },
  idOf: (arn) => arn,
  update: (arn, { RuleBody: RuleDefinition, ...given }, _change, ctx) =>
    ctx.call('cloudwatch', 'PutInsightRule', { RuleName: nameIn(arn), RuleDefinition, ...given }),
  delete: (arn, _properties, ctx) => ctx.call('cloudwatch', 'DeleteInsightRules', { RuleNames: [nameIn(arn)] }),
  find: (arn, _properties, ctx) => find(arn, ctx),
  attributes: ({ Name }) => ({ RuleName: Name }),
  shown: ({ Name, Definition, State }) => ({ RuleName: Name, RuleBody: Definition, RuleState: State }),
  tags: TAGS_BY_ARN,
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'DescribeInsightRules', { NextToken }).then((page) => ({ ...page, ctx })),
  listed: ({ InsightRules, ctx }) => InsightRules?.map(({ Name }) => insightRuleArn(Name, ctx)),
});
