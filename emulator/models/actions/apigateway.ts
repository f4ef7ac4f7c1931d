// Actions of REST APIs are HTTP methods on paths (service authorization reference: "Actions, resources, and condition keys for Amazon API Gateway
// Management"; developer guide: "How Amazon API Gateway works with IAM").
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  byHttpMethod: true,
  passes: { PutIntegration: ['credentials'], CreateAuthorizer: ['authorizerCredentials'] },
};
