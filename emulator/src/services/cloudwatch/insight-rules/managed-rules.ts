// Managed insight rules: templates of other services describe them, for resources of those. The traffic that they count does not exist here.
import { createHash } from 'node:crypto';
import { pager } from '#core/pager';
import { operation, type PartialFailure } from '#model/cloudwatch';
import { invalidToken } from '#services/cloudwatch/faults';
import { insightRules } from '#services/cloudwatch/state';
import { keepRule, stateOf } from './insight-rules.ts';

/** Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutManagedInsightRules.html and the guide of endpoint services. */
const TEMPLATES: readonly string[] = ['ActiveConnections', 'BytesProcessed', 'NewConnections', 'RstPackets'].flatMap((what) => [
  `VpcEndpointService-${what}ByEndpointId-v1`,
  `VpcEndpointService-${what}ByAvailabilityZone-v1`,
]);
const ENDPOINT_SERVICE = /^arn:aws[a-z-]*:ec2:[a-z0-9-]+:\d{12}:vpc-endpoint-service\/.+$/;

export const PutManagedInsightRules = operation('PutManagedInsightRules', ({ ManagedRules }, ctx) => ({
  Failures: ManagedRules.flatMap(({ TemplateName, ResourceARN, Tags }): PartialFailure[] => {
    const problem = !TEMPLATES.includes(TemplateName)
      ? `The template ${TemplateName} does not exist.`
      : ENDPOINT_SERVICE.test(ResourceARN)
        ? undefined
        : `The template ${TemplateName} is for endpoint services.`;
    if (problem !== undefined)
      return [
        {
          ...{ FailureResource: ResourceARN, ExceptionType: 'InvalidParameterValueException', FailureCode: '400' },
          FailureDescription: problem,
        },
      ];
    const rule = {
      name: nameOf(TemplateName, ResourceARN),
      definition: '{}',
      managed: { template: TemplateName, resourceArn: ResourceARN },
    };
    keepRule(rule, true, Tags, ctx);
    return [];
  }),
}));

/** The same template and resource have one rule. */
const nameOf = (template: string, resourceArn: string): string =>
  `${template}-${createHash('sha256').update(resourceArn).digest('hex').slice(0, 12)}`;

const { pageOfItems } = pager({
  request: ({ NextToken, MaxResults = 500 }: { NextToken?: string | undefined; MaxResults?: number | undefined }) => ({
    limit: MaxResults,
    token: NextToken,
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

/** All templates that a resource may have, those without a rule, too. */
export const ListManagedInsightRules = operation('ListManagedInsightRules', (input, ctx) => {
  const templates = ENDPOINT_SERVICE.test(input.ResourceARN) ? TEMPLATES : [];
  const { items, NextToken } = pageOfItems([...templates].sort(), (template) => template, input);
  const ManagedRules = items.map((TemplateName) => {
    const rule = ctx.records(insightRules).get([nameOf(TemplateName, input.ResourceARN)]);
    return { TemplateName, ResourceARN: input.ResourceARN, RuleState: rule && { RuleName: rule.name, State: stateOf(rule.isEnabled) } };
  });
  return { ManagedRules, NextToken };
});
