// Users bring the tokens of their providers, and no credentials: nothing is asked of policies then (API reference, 2026-11).
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  resourceControl: {},
  types: { identitypool: 'arn:$p:cognito-identity:$r:$a:identitypool/${IdentityPoolId}' },
  slots: { IdentityPoolId: ['IdentityPoolId', 'ResourceArn'] },
  operations: { GetId: [], GetOpenIdToken: [], GetCredentialsForIdentity: [], UnlinkIdentity: [] },
};
