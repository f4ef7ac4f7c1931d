// AWS::ApiGatewayV2::RoutingRule: its identifier is its ARN.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, number, text, texts } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];
const ARN = /:[^:]*::\/domainnames\/([^/]+)(?:\/routingrules\/(.+))?$/;

const actions = each(shape({ InvokeApi: must(shape({ ApiId: must(text), Stage: must(text), StripBasePath: flag })) }));
const conditions = each(
  shape({
    MatchBasePaths: shape({ AnyOf: must(texts) }),
    MatchHeaders: shape({ AnyOf: must(each(shape({ Header: must(text), ValueGlob: must(text) }))) }),
  }),
);

const given = ({ Actions, Conditions, Priority }: Properties) => ({
  Actions: (actions(Actions) ?? []) as never,
  Conditions: (conditions(Conditions) ?? []) as never,
  Priority: number(Priority) ?? 0,
});

const parts = (arn: Value | undefined) => {
  const [, DomainName = '', RoutingRuleId = ''] = ARN.exec(text(arn) ?? '') ?? [];
  return { DomainName, RoutingRuleId };
};

const made = ({
  RoutingRuleArn = '',
  RoutingRuleId = '',
}: {
  RoutingRuleArn?: string | undefined;
  RoutingRuleId?: string | undefined;
}): Created => ({
  physicalId: RoutingRuleArn,
  attributes: { RoutingRuleArn, RoutingRuleId },
});

export const resource: ResourceType = {
  create: async (properties, ctx) =>
    made(
      await ctx.call('apigatewayv2', 'CreateRoutingRule', { DomainName: parts(properties.DomainNameArn).DomainName, ...given(properties) }),
    ),
  update: async (arn, properties, _previous, ctx) =>
    made(await ctx.call('apigatewayv2', 'PutRoutingRule', { ...parts(arn), ...given(properties) })),
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, ctx.call('apigatewayv2', 'DeleteRoutingRule', parts(arn)));
  },
  async read(arn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('apigatewayv2', 'GetRoutingRule', parts(arn)));
    if (!found) return undefined;
    const { Actions, Conditions, Priority, RoutingRuleArn, RoutingRuleId } = found;
    return readAs({ Actions, Conditions, Priority, RoutingRuleArn, RoutingRuleId, DomainNameArn: arn.replace(/\/routingrules\/.*$/, '') });
  },
  async list(filter, token, ctx) {
    const { DomainName } = parts(filter.DomainNameArn);
    const { RoutingRules = [], NextToken } = await ctx.call('apigatewayv2', 'ListRoutingRules', { DomainName, NextToken: token });
    return { items: RoutingRules.map(({ RoutingRuleArn = '' }) => ({ RoutingRuleArn })), next: NextToken };
  },
  listNeeds: ['DomainNameArn'],
  adopt: async (identifier, _properties, ctx) => made(await ctx.call('apigatewayv2', 'GetRoutingRule', parts(identifier.RoutingRuleArn))),
};
