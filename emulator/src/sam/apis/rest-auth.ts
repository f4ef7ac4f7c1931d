// `Auth` of a REST API: authorizers, the default one, API keys and the resource policy.
import { ResourcePolicyWriter } from '#sam/documents/resource-policy';
import { isRestDocument, RestDocument } from '#sam/documents/rest-document';
import { expectMap, invalidDocument, invalidResource, ofResource } from '#sam/problems';
import type { Properties } from '#sam/property-rules';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, has, isBlock, isText, ref, sub, type Value } from '#sam/values';
import { authorizerDefinition, checkAuthorizer, iamDefinition } from './rest-authorizer.ts';
import { convertToVersion3 } from './version-3.ts';

const MEMBERS = [
  'Authorizers',
  'DefaultAuthorizer',
  'InvokeRole',
  'AddDefaultAuthorizerToCorsPreflight',
  'AddApiKeyRequiredToCorsPreflight',
  'ApiKeyRequired',
  'ResourcePolicy',
  'UsagePlan',
];

/** @throws SamProblem, InvalidDocument */
export function addAuth(
  id: string,
  { Auth: auth, DefinitionBody: body, StageName, OpenApiVersion }: Properties,
  there: Transformation,
): void {
  if (!filled(auth) || !isBlock(auth)) return;
  if (!filled(body)) throw invalidResource(id, "Auth works only with inline Swagger specified in 'DefinitionBody' property.");
  if (!Object.keys(auth).every((key) => MEMBERS.includes(key))) throw invalidResource(id, "Invalid value for 'Auth' property");
  if (!isRestDocument(body))
    throw invalidResource(id, "Unable to add Auth configuration because 'DefinitionBody' does not contain a valid Swagger definition.");
  const document = new RestDocument(body);
  const standard = get(auth, 'DefaultAuthorizer');
  const authorizers = authorizersOf(id, auth);
  if (authorizers.size > 0 || standard === 'AWS_IAM') {
    const section = document.section('securityDefinitions');
    if (standard === 'AWS_IAM') section.AWS_IAM = iamDefinition();
    for (const [name, each] of authorizers) section[name] = authorizerDefinition(id, name, each, there);
    setDefault(id, document, auth, authorizers);
  }
  if (filled(get(auth, 'ApiKeyRequired'))) {
    document.addApiKeySecurity();
    for (const path of document.paths.names()) document.setDefaultApiKey(path, flag(auth, 'AddApiKeyRequiredToCorsPreflight'));
  }
  const policy = get(auth, 'ResourcePolicy');
  if (filled(policy)) addPolicy(document, policy!, StageName!, there);
  convertToVersion3(document.body, OpenApiVersion);
}

const flag = (auth: Block, name: string): boolean => (has(auth, name) ? filled(auth[name]) : true);

function authorizersOf(id: string, auth: Block): Map<string, Block> {
  const declared = get(auth, 'Authorizers');
  if (!filled(declared)) return new Map();
  const found = new Map<string, Block>();
  for (const [name, each] of Object.entries(expectMap(declared, 'Auth.Authorizers', ofResource(id)))) {
    const authorizer = expectMap(each, `Auth.Authorizers.${name}`, ofResource(id));
    checkAuthorizer(id, name, authorizer);
    found.set(name, authorizer);
  }
  return found;
}

function setDefault(id: string, document: RestDocument, auth: Block, authorizers: ReadonlyMap<string, Block>): void {
  const name = get(auth, 'DefaultAuthorizer');
  if (!filled(name)) return;
  if (!isText(name)) throw invalidResource(id, 'DefaultAuthorizer is not a string.');
  if (!authorizers.has(name) && name !== 'AWS_IAM')
    throw invalidResource(id, `Unable to set DefaultAuthorizer because '${name}' was not defined in 'Authorizers'.`);
  const known = {
    names: [...authorizers.keys()],
    scopes: (each: string): Value[] => {
      const scopes = get(authorizers.get(each), 'AuthorizationScopes');
      return Array.isArray(scopes) ? scopes : [];
    },
  };
  for (const path of document.paths.names())
    document.setDefaultAuthorizer(path, name, known, flag(auth, 'AddDefaultAuthorizerToCorsPreflight'));
}

function addPolicy(document: RestDocument, policy: Value, stage: Value, { budget }: Transformation): void {
  if (!isBlock(policy)) throw invalidDocument('ResourcePolicy must be a map (ResourcePolicyStatement).');
  const writer = new ResourcePolicyWriter(document, budget);
  for (const path of document.paths.names()) writer.add(policy, path, stage);
  if (filled(get(policy, 'CustomStatements'))) writer.addCustom(get(policy, 'CustomStatements'));
}

/** Lets the API invoke the functions of its authorizers. */
export function authorizerPermissions(id: string, auth: Value | undefined, attributes: Block, there: Transformation): MadeResource[] {
  if (!filled(auth) || !isBlock(auth)) return [];
  const arn = `arn:${there.input.partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${__ApiId__}/authorizers/*`;
  return [...authorizersOf(id, auth)]
    .filter(([, each]) => filled(get(each, 'FunctionArn')) && !filled(get(each, 'DisableFunctionDefaultPermissions')))
    .map(([name, each]) =>
      made(
        `${id}${name}AuthorizerPermission`,
        'AWS::Lambda::Permission',
        {
          Action: 'lambda:InvokeFunction',
          FunctionName: get(each, 'FunctionArn'),
          Principal: 'apigateway.amazonaws.com',
          SourceArn: sub(arn, { __ApiId__: ref(id) }),
        },
        attributes,
      ),
    );
}
