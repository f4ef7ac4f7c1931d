// Actions of HTTP and WebSocket APIs are HTTP methods on paths without their version (service authorization reference:
// "Actions, resources, and condition keys for Amazon API Gateway Management V2").
import type { ActionFacts } from '../build/action-facts.ts';

const RULE = 'arn:$p:apigateway:$r:$a:/domainnames/{DomainName}/routingrules/';

export const facts: ActionFacts = {
  prefix: 'apigateway',
  byHttpMethod: true,
  passes: {
    CreateApi: ['CredentialsArn'],
    UpdateApi: ['CredentialsArn'],
    CreateIntegration: ['CredentialsArn'],
    UpdateIntegration: ['CredentialsArn'],
    CreateAuthorizer: ['AuthorizerCredentialsArn'],
    UpdateAuthorizer: ['AuthorizerCredentialsArn'],
  },
  operations: {
    // Routing rules are the exception: actions of their own, and the account in the ARN (service authorization reference, 2026-09).
    CreateRoutingRule: [{ action: 'CreateRoutingRule', on: [`${RULE}*`] }],
    PutRoutingRule: [{ action: 'UpdateRoutingRule', on: [`${RULE}{RoutingRuleId}`] }],
    GetRoutingRule: [{ action: 'GetRoutingRule', on: [`${RULE}{RoutingRuleId}`] }],
    DeleteRoutingRule: [{ action: 'DeleteRoutingRule', on: [`${RULE}{RoutingRuleId}`] }],
    ListRoutingRules: [{ action: 'ListRoutingRules', on: [`${RULE}*`] }],
  },
};
