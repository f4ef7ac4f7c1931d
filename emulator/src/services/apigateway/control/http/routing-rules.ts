// Routing rules of domain names: by path and headers, in the order of their priorities.
import type { Ctx } from '#core/ctx';
import { pageOfItems } from '#core/page';
import type { Frozen } from '#core/records';
import { operation, type RoutingRule } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { rules } from '#services/apigateway/http-state';
import { domainArn, findDomain } from './domains.ts';
import { bad, conflict, invalidToken, noSuch } from './faults.ts';

const DEFAULT_PAGE = 100;

type NewRule = Pick<RoutingRule, 'Actions' | 'Conditions' | 'Priority'>;

export const CreateRoutingRule = operation('CreateRoutingRule', ({ DomainName, ...input }, ctx) =>
  written(DomainName, newId(ctx), input, ctx),
);

export const PutRoutingRule = operation('PutRoutingRule', ({ DomainName, RoutingRuleId, ...input }, ctx) => {
  findRule(DomainName, RoutingRuleId, ctx);
  return written(DomainName, RoutingRuleId, input, ctx);
});

function written(domain: string, id: string, { Actions, Conditions, Priority }: NewRule, ctx: Ctx): RoutingRule {
  const { name } = findDomain(domain, ctx);
  if (Actions?.length !== 1) throw bad('A routing rule must have exactly one action');
  const other = ctx
    .records(rules)
    .range([name])
    .find((rule) => rule.Priority === Priority && rule.RoutingRuleId !== id);
  if (other) throw conflict(`A routing rule with priority ${Priority} already exists for this domain name`);
  const rule = { Actions, Conditions, Priority, RoutingRuleId: id, RoutingRuleArn: `${domainArn(name, ctx)}/routingrules/${id}` };
  ctx.write((tx) => tx.put(ctx.records(rules), [name, id], rule));
  return rule;
}

function findRule(domain: string, id: string, ctx: Ctx): Frozen<RoutingRule> {
  const found = ctx.records(rules).get([findDomain(domain, ctx).name, id]);
  if (!found) throw noSuch('routing rule', id);
  return found;
}

export const GetRoutingRule = operation('GetRoutingRule', ({ DomainName, RoutingRuleId }, ctx) => findRule(DomainName, RoutingRuleId, ctx));

export const ListRoutingRules = operation('ListRoutingRules', ({ DomainName, MaxResults: limit = DEFAULT_PAGE, NextToken }, ctx) => {
  const all = ctx.records(rules).range([findDomain(DomainName, ctx).name]);
  const { items, next } = pageOfItems(all, ({ Priority = 0 }) => [Priority], { limit, token: NextToken }, invalidToken);
  return { RoutingRules: items, NextToken: next };
});

export const DeleteRoutingRule = operation('DeleteRoutingRule', ({ DomainName, RoutingRuleId }, ctx) => {
  const { name } = findDomain(DomainName, ctx);
  findRule(DomainName, RoutingRuleId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(rules), [name, RoutingRuleId]));
});
