// One authorizer of an HTTP API: tokens, a function, or signatures of IAM.
import { expectBoolean, expectMap, expectTexts, invalidResource, ofResource } from '#sam/problems';
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, isBlock, sub, type Value } from '#sam/values';

const LAMBDA = 'Lambda Authorizer';
const OAUTH = 'OAuth2 Authorizer';
/** Which kind of authorizer a property belongs to, and how messages say so. */
const MEMBERS: readonly (readonly [name: string, jwt: boolean, kind: string])[] = [
  ['AuthorizationScopes', true, OAUTH],
  ['JwtConfiguration', true, OAUTH],
  ['IdentitySource', true, `${OAUTH}. For Lambda Authorizer, use the 'Identity' property instead`],
  ['FunctionArn', false, LAMBDA],
  ['FunctionInvokeRole', false, LAMBDA],
  ['Identity', false, LAMBDA],
  ['AuthorizerPayloadFormatVersion', false, LAMBDA],
  ['EnableSimpleResponses', false, LAMBDA],
  ['EnableFunctionDefaultPermissions', false, LAMBDA],
];
const IDENTITY: readonly (readonly [prefix: string, name: string])[] = [
  ['$request.header.', 'Headers'],
  ['$request.querystring.', 'QueryStrings'],
  ['$stageVariables.', 'StageVariables'],
  ['$context.', 'Context'],
];

/** @throws SamProblem */
export function checkHttpAuthorizer(id: string, name: string, declared: Block): void {
  const fail = (message: string): never => {
    throw invalidResource(id, message);
  };
  const configuration = get(declared, 'JwtConfiguration');
  if (filled(configuration)) expectMap(configuration, 'JwtConfiguration', ofResource(id));
  const jwt = filled(configuration);
  const scopes = get(declared, 'AuthorizationScopes');
  if (scopes !== undefined && !Array.isArray(scopes)) fail('AuthorizationScopes must be a list.');
  for (const [member, forJwt, kind] of MEMBERS)
    if (get(declared, member) !== undefined && forJwt !== jwt && !(member === 'JwtConfiguration' && !jwt))
      fail(`${member} is only supported for ${kind}.`);
  const needed = jwt ? ['IdentitySource'] : ['FunctionArn', 'AuthorizerPayloadFormatVersion'];
  for (const member of needed) if (!filled(get(declared, member))) fail(`${name} ${jwt ? OAUTH : LAMBDA} must define '${member}'.`);
  const open = get(declared, 'EnableFunctionDefaultPermissions');
  if (open !== undefined) expectBoolean(open, `Authorizers.${name}.EnableFunctionDefaultPermissions`, ofResource(id));
}

/** The entry in the definition's security schemes. */
export function httpAuthorizerDefinition(id: string, name: string, declared: Block, there: Transformation): Block {
  const configuration = get(declared, 'JwtConfiguration');
  if (filled(configuration) && isBlock(configuration)) {
    const jwtConfiguration = Object.fromEntries(Object.entries(configuration).map(([key, value]) => [key.toLowerCase(), value]));
    const authorizer: Block = { jwtConfiguration, identitySource: declared.IdentitySource!, type: 'jwt' };
    return { type: 'oauth2', 'x-amazon-apigateway-authorizer': authorizer };
  }
  return { type: 'apiKey', name: 'Unused', in: 'header', 'x-amazon-apigateway-authorizer': functionAuthorizer(id, name, declared, there) };
}

function functionAuthorizer(id: string, name: string, declared: Block, { input }: Transformation): Block {
  const uri = `arn:${input.partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${__FunctionArn__}/invocations`;
  const authorizer: Block = { type: 'request', authorizerUri: sub(uri, { __FunctionArn__: declared.FunctionArn! }) };
  const role = get(declared, 'FunctionInvokeRole');
  if (filled(role) && role !== 'NONE') authorizer.authorizerCredentials = role!;
  const identity = get(declared, 'Identity');
  if (filled(identity)) {
    expectMap(identity, `Auth.Authorizers.${name}.Identity`, ofResource(id));
    const seconds = get(identity, 'ReauthorizeEvery');
    if (seconds !== undefined) authorizer.authorizerResultTtlInSeconds = seconds;
    authorizer.identitySource = IDENTITY.flatMap(([prefix, member]) => identitySources(id, name, prefix, member, get(identity, member)));
  }
  authorizer.authorizerPayloadFormatVersion = declared.AuthorizerPayloadFormatVersion!;
  const simple = get(declared, 'EnableSimpleResponses');
  if (filled(simple)) authorizer.enableSimpleResponses = simple!;
  return authorizer;
}

const identitySources = (id: string, name: string, prefix: string, member: string, values: Value | undefined): string[] =>
  filled(values) ? expectTexts(values, `Authorizers.${name}.Identity.${member}`, ofResource(id)).map((each) => prefix + each) : [];
