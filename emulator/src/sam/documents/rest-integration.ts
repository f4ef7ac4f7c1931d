// The integration of a REST API's method with a function.
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, has, type Value } from '#sam/values';

/** `auth` of the event, `apiAuth` of the API: they decide with which role the function is invoked. */
export function lambdaIntegration(uri: Block, streamed: boolean, auth: Block, apiAuth: Value | undefined, there: Transformation): Block {
  const integration: Block = { type: 'aws_proxy', httpMethod: 'POST', uri };
  if (streamed) integration.responseTransferMode = 'STREAM';
  const byIam = get(auth, 'Authorizer') === 'AWS_IAM';
  if (byIam || (get(apiAuth, 'DefaultAuthorizer') === 'AWS_IAM' && !filled(auth))) {
    const role = invokeRole(auth) ?? invokeRole(apiAuth);
    const credentials = role === undefined || role === 'CALLER_CREDENTIALS' ? `arn:${there.input.partition}:iam::*:user/*` : role;
    if (credentials !== 'NONE') integration.credentials = credentials;
  }
  return integration;
}

const invokeRole = (auth: Value | undefined): Value | undefined => {
  const role = get(auth, 'InvokeRole');
  return filled(role) ? role : has(auth, 'InvokeRole') ? 'NONE' : undefined;
};
