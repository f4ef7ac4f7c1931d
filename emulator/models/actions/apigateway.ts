// Actions of REST APIs are HTTP methods on paths (developer guide: "Actions, resources and condition keys for API Gateway Management").
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  byHttpMethod: true,
  passes: { PutIntegration: ['credentials'], CreateAuthorizer: ['authorizerCredentials'] },
};
