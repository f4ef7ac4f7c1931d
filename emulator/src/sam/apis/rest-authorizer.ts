// One authorizer of a REST API: a user pool, a function, or signatures of IAM.
import { shown } from '#sam/message-text';
import { expectBoolean, expectList, expectMap, expectText, invalidResource, ofResource } from '#sam/problems';
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, isBlock, sub, type Value } from '#sam/values';

const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const IDENTITY: readonly (readonly [name: string, prefix: string])[] = [
  ['Headers', 'method.request.header.'],
  ['QueryStrings', 'method.request.querystring.'],
  ['StageVariables', 'stageVariables.'],
  ['Context', 'context.'],
];

/** @throws SamProblem */
export function checkAuthorizer(id: string, name: string, declared: Block): void {
  const type = get(declared, 'FunctionPayloadType');
  if (type !== undefined && type !== 'TOKEN' && type !== 'REQUEST')
    throw invalidResource(id, `${name} Authorizer has invalid 'FunctionPayloadType': ${shown(type)}.`);
  if (type === 'REQUEST' && lacksIdentity(id, name, get(declared, 'Identity')))
    throw invalidResource(
      id,
      `${name} Authorizer must specify Identity with at least one of Headers, QueryStrings, StageVariables, or Context.`,
    );
  const scopes = get(declared, 'AuthorizationScopes');
  if (scopes !== undefined) expectList(scopes, `Authorizers.${name}.AuthorizationScopes`, ofResource(id));
  const disabled = get(declared, 'DisableFunctionDefaultPermissions');
  if (disabled !== undefined) expectBoolean(disabled, `Authorizers.${name}.DisableFunctionDefaultPermissions`, ofResource(id));
}

function lacksIdentity(id: string, name: string, identity: Value | undefined): boolean {
  if (!filled(identity)) return true;
  expectMap(identity, `Authorizer.${name}.Identity`, ofResource(id));
  if (IDENTITY.some(([source]) => filled(get(identity, source)))) return false;
  const seconds = get(identity, 'ReauthorizeEvery');
  const whole = typeof seconds === 'number' ? Math.trunc(seconds) : /^\s*-?\d+\s*$/.test(String(seconds)) ? Number(seconds) : undefined;
  return whole === undefined || whole > 0;
}

export const iamDefinition = (): Block => ({
  type: 'apiKey',
  name: 'Authorization',
  in: 'header',
  'x-amazon-apigateway-authtype': 'awsSigv4',
});

/** The entry in the definition's security section. */
export function authorizerDefinition(id: string, name: string, declared: Block, there: Transformation): Block {
  const identity = get(declared, 'Identity');
  const pool = get(declared, 'UserPoolArn');
  const request = !filled(pool) && get(declared, 'FunctionPayloadType') === 'REQUEST';
  const authorizer: Block = filled(pool)
    ? { type: 'cognito_user_pools', providerARNs: Array.isArray(pool) ? pool : [pool!] }
    : functionAuthorizer(id, name, declared, request, there);
  const expression = get(identity, 'ValidationExpression');
  if (!request && filled(expression)) authorizer.identityValidationExpression = expression!;
  return {
    type: 'apiKey',
    name: request ? 'Unused' : headerOf(id, identity),
    in: 'header',
    'x-amazon-apigateway-authtype': filled(pool) ? 'cognito_user_pools' : 'custom',
    [AUTHORIZER]: authorizer,
  };
}

function functionAuthorizer(id: string, name: string, declared: Block, request: boolean, { input }: Transformation): Block {
  const identity = get(declared, 'Identity');
  const uri = `arn:${input.partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${__FunctionArn__}/invocations`;
  const role = get(declared, 'FunctionInvokeRole');
  const seconds = get(identity, 'ReauthorizeEvery');
  const sources = request ? identitySources(id, name, identity) : '';
  return {
    type: request ? 'request' : 'token',
    authorizerUri: sub(uri, { __FunctionArn__: get(declared, 'FunctionArn') ?? null }),
    ...(seconds === undefined ? {} : { authorizerResultTtlInSeconds: seconds }),
    ...(filled(role) && role !== 'NONE' ? { authorizerCredentials: role! } : {}),
    ...(sources === '' ? {} : { identitySource: sources }),
  };
}

function identitySources(id: string, name: string, identity: Value | undefined): string {
  return IDENTITY.flatMap(([source, prefix]) => {
    const values = get(identity, source);
    if (!filled(values)) return [];
    const path = `Auth.Authorizers.${name}.Identity.${source}`;
    return expectList(values, path, ofResource(id)).map((each, index) => prefix + expectText(each, `${path}[${index}]`, ofResource(id)));
  }).join(', ');
}

function headerOf(id: string, identity: Value | undefined): Value {
  if (filled(identity) && !isBlock(identity))
    throw invalidResource(
      id,
      'Auth.Authorizers.<Authorizer>.Identity must be a dict (LambdaTokenAuthorizationIdentity, LambdaRequestAuthorizationIdentity or CognitoAuthorizationIdentity).',
    );
  const header = get(identity, 'Header');
  return filled(header) ? header! : 'Authorization';
}
