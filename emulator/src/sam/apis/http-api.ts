// `AWS::Serverless::HttpApi`: an HTTP API with its stage, domain and permissions of authorizers.
// Source of the behaviour: samtranslator/model/api/http_api_generator.py of github.com/aws/serverless-application-model.
import { DEFAULT_ROUTE, HttpDocument, hasDefaultTitle, isHttpDocument } from '#sam/documents/http-document';
import { s3Location } from '#sam/functions/code-location';
import { suffixed } from '#sam/logical-ids';
import { expectMap, expectText, invalidResource, ofResource } from '#sam/problems';
import { type Properties, readProperties } from '#sam/property-rules';
import { inheritedAttributes, keptAttributes, type MadeResource, made, propagateTags } from '#sam/resource';
import type { ResourceTransform, Transformation } from '#sam/transformation';
import {
  type Block,
  type Draft,
  filled,
  get,
  has,
  isAlphanumeric,
  isBlock,
  isIntrinsic,
  isNoValue,
  isText,
  ref,
  type Value,
} from '#sam/values';
import { checkHttpAuthorizer, httpAuthorizerDefinition } from './http-authorizer.ts';
import { iamDefinition } from './rest-authorizer.ts';
import { HTTP_API_RULES } from './rules.ts';
import { authorizerPermission, v2Domain } from './v2-domain.ts';

const TAG = 'httpapi:createdBy';

export const serverlessHttpApi: ResourceTransform = (id, declared, there) => {
  const properties = readProperties(id, 'AWS::Serverless::HttpApi', declared, HTTP_API_RULES);
  for (const name of ['CorsConfiguration', 'Domain']) properties[name] = there.resolver.parameters(properties[name]);
  const inherited = inheritedAttributes(declared);
  const api = httpApi(id, properties, declared, there);
  const domain = v2Domain(id, properties.Domain, TAG, inherited, there.recordSetGroups);
  const permissions = [...authorizersOf(id, properties.Auth)]
    .filter(([, each]) => filled(get(each, 'FunctionArn')) && filled(get(each, 'EnableFunctionDefaultPermissions')))
    .map(([name, each]) => authorizerPermission(`${id}${name}AuthorizerPermission`, id, each.FunctionArn!, inherited));
  const resources = [api, ...permissions, ...domain, stageOf(id, properties, inherited)];
  propagateTags(resources, properties.Tags, properties.DefinitionBody !== undefined);
  return resources;
};

function httpApi(id: string, properties: Record<string, Value | undefined>, declared: Block, there: Transformation): MadeResource {
  const { DefinitionUri, DefinitionBody: body } = properties;
  if (filled(DefinitionUri) && filled(body))
    throw invalidResource(id, "Specify either 'DefinitionUri' or 'DefinitionBody' property and not both.");
  const draft: Draft = {};
  addCors(id, properties.CorsConfiguration, body);
  addAuth(id, properties.Auth, body, there);
  addTags(id, properties);
  if (filled(properties.FailOnWarnings)) draft.FailOnWarnings = properties.FailOnWarnings;
  if (properties.DisableExecuteApiEndpoint !== undefined) {
    if (!filled(body)) throw invalidResource(id, "DisableExecuteApiEndpoint works only within 'DefinitionBody' property.");
    new HttpDocument(body).disableEndpoint(properties.DisableExecuteApiEndpoint);
  }
  addTitle(id, properties.Name, body);
  addDescription(id, properties.Description, body);
  if (filled(properties.FailOnWarnings)) renameDefaultRoute(body);
  if (filled(DefinitionUri)) draft.BodyS3Location = s3Location(id, 'DefinitionUri', DefinitionUri);
  else if (filled(body)) draft.Body = body;
  else
    throw invalidResource(
      id,
      "'DefinitionUri' or 'DefinitionBody' are required properties of an 'AWS::Serverless::HttpApi'. Add a value for one of these properties or add a 'HttpApi' event to an 'AWS::Serverless::Function'.",
    );
  return made(id, 'AWS::ApiGatewayV2::Api', draft, keptAttributes(declared), get(declared, 'DependsOn'));
}

const CORS = ['AllowMethods', 'AllowHeaders', 'AllowOrigins', 'MaxAge', 'ExposeHeaders', 'AllowCredentials'];

function addCors(id: string, cors: Value | undefined, body: Value | undefined): void {
  if (!filled(cors)) return;
  if (!filled(body)) throw invalidResource(id, "Cors works only with inline OpenApi specified in 'DefinitionBody' property.");
  if (typeof cors !== 'boolean' && !isBlock(cors)) throw invalidResource(id, "Invalid value for 'Cors' property.");
  const unknown = isBlock(cors) && !isIntrinsic(cors) ? Object.keys(cors).find((key) => !CORS.includes(key)) : undefined;
  if (unknown !== undefined) throw invalidResource(id, `Invalid key '${unknown}' for 'Cors' property.`);
  if (!isHttpDocument(body))
    throw invalidResource(id, "Unable to add Cors configuration because 'DefinitionBody' does not contain a valid OpenApi definition.");
  const origins = get(cors, 'AllowOrigins');
  if (get(cors, 'AllowCredentials') === true && Array.isArray(origins) && origins.length === 1 && origins[0] === '*')
    throw invalidResource(
      id,
      `Unable to add Cors configuration because 'AllowCredentials' can not be true when 'AllowOrigin' is "'*'" or not set.`,
    );
  new HttpDocument(body).addCors(typeof cors === 'boolean' ? { AllowOrigins: ['*'] } : cors!);
}

function authorizersOf(id: string, auth: Value | undefined): Map<string, Block> {
  const declared = get(auth, 'Authorizers');
  const found = new Map<string, Block>();
  if (!filled(declared)) return found;
  for (const [name, each] of Object.entries(expectMap(declared, 'Auth.Authorizers', ofResource(id)))) {
    const authorizer = expectMap(each, `Auth.Authorizers.${name}`, ofResource(id));
    if (has(authorizer, 'OpenIdConnectUrl'))
      throw invalidResource(
        id,
        `'OpenIdConnectUrl' is no longer a supported property for authorizer '${name}'. Please refer to the AWS SAM documentation.`,
      );
    checkHttpAuthorizer(id, name, authorizer);
    found.set(name, authorizer);
  }
  return found;
}

function addAuth(id: string, auth: Value | undefined, body: Value | undefined, there: Transformation): void {
  if (!filled(auth) || !isBlock(auth)) return;
  if (!filled(body)) throw invalidResource(id, "Auth works only with inline OpenApi specified in the 'DefinitionBody' property.");
  if (!Object.keys(auth).every((key) => ['Authorizers', 'DefaultAuthorizer', 'EnableIamAuthorizer'].includes(key)))
    throw invalidResource(id, "Invalid value for 'Auth' property");
  if (!isHttpDocument(body))
    throw invalidResource(id, "Unable to add Auth configuration because 'DefinitionBody' does not contain a valid OpenApi definition.");
  const document = new HttpDocument(body);
  const authorizers = authorizersOf(id, auth);
  const definitions: Block = get(auth, 'EnableIamAuthorizer') === true ? { AWS_IAM: iamDefinition() } : {};
  for (const [name, each] of authorizers) definitions[name] = httpAuthorizerDefinition(id, name, each, there);
  document.addAuthorizers(definitions);
  const standard = get(auth, 'DefaultAuthorizer');
  if (!filled(standard) || isNoValue(standard)) return;
  const name = expectText(standard, 'Auth.DefaultAuthorizer', ofResource(id));
  if (!Object.hasOwn(definitions, name))
    throw invalidResource(id, `Unable to set DefaultAuthorizer because '${name}' was not defined in 'Authorizers'.`);
  const scopes = get(authorizers.get(name), 'AuthorizationScopes') ?? [];
  for (const path of document.paths.names()) document.setDefaultAuthorizer(path, name, scopes);
}

function addTags(id: string, properties: Record<string, Value | undefined>): void {
  const { Tags: tags, DefinitionBody: body } = properties;
  if (filled(tags) && !filled(body))
    throw invalidResource(id, "Tags works only with inline OpenApi specified in the 'DefinitionBody' property.");
  if (!filled(body)) return;
  if (!isHttpDocument(body)) {
    if (filled(tags))
      throw invalidResource(id, "Unable to add `Tags` because 'DefinitionBody' does not contain a valid OpenApi definition.");
    return;
  }
  properties.Tags = { ...(isBlock(tags) ? tags : {}), [TAG]: 'SAM' };
  new HttpDocument(body).addTags(properties.Tags);
}

function inInfo(id: string, what: string, body: Value | undefined): Block | undefined {
  if (!filled(body)) throw invalidResource(id, `${what} works only with inline OpenApi specified in the 'DefinitionBody' property.`);
  const info = get(body, 'info');
  if (info !== undefined && !isBlock(info))
    throw invalidResource(id, `Invalid 'DefinitionBody': The value of 'info' should be a map${what === 'Name' ? '.' : ".'"}`);
  return info;
}

function addTitle(id: string, name: Value | undefined, body: Value | undefined): void {
  if (!filled(name)) return;
  if (!hasDefaultTitle(get(inInfo(id, 'Name', body), 'title')))
    throw invalidResource(
      id,
      "Unable to set Name because it is already defined within inline OpenAPI specified in the 'DefinitionBody' property.",
    );
  new HttpDocument(body).addTitle(name!);
}

function addDescription(id: string, description: Value | undefined, body: Value | undefined): void {
  if (!filled(description)) return;
  if (filled(get(inInfo(id, 'Description', body), 'description')))
    throw invalidResource(
      id,
      "Unable to set Description because it is already defined within inline OpenAPI specified in the 'DefinitionBody' property.",
    );
  new HttpDocument(body).addDescription(description!);
}

/** With `FailOnWarnings` the import refuses a path without a slash at its start. */
function renameDefaultRoute(body: Value | undefined): void {
  const paths = get(body, 'paths');
  if (!isBlock(paths) || !has(paths, DEFAULT_ROUTE)) return;
  paths[`/${DEFAULT_ROUTE}`] = paths[DEFAULT_ROUTE]!;
  delete paths[DEFAULT_ROUTE];
}

function stageOf(id: string, properties: Properties, attributes: Block): MadeResource {
  const StageName = filled(properties.StageName) ? properties.StageName! : DEFAULT_ROUTE;
  const name = isText(StageName) ? StageName : '';
  const stageId = isAlphanumeric(name)
    ? `${id}${name}Stage`
    : name === DEFAULT_ROUTE
      ? `${id}ApiGatewayDefaultStage`
      : suffixed(`${id}Stage`, name);
  const passed = ['StageVariables', 'AccessLogSettings', 'DefaultRouteSettings', 'Tags', 'RouteSettings'];
  return made(
    stageId,
    'AWS::ApiGatewayV2::Stage',
    { ApiId: ref(id), StageName, AutoDeploy: true, ...Object.fromEntries(passed.map((each) => [each, properties[each]])) },
    attributes,
  );
}
