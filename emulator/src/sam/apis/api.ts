// `AWS::Serverless::Api`: a REST API with its deployment, stage, domain, usage plan and permissions of authorizers.
// Source of the behaviour: samtranslator/model/api/api_generator.py of github.com/aws/serverless-application-model.

import { isVersion3 } from '#sam/documents/paths';
import { RestDocument } from '#sam/documents/rest-document';
import { s3Location } from '#sam/functions/code-location';
import { hashOf, suffixed } from '#sam/logical-ids';
import { shown } from '#sam/message-text';
import { invalidDocument, invalidResource } from '#sam/problems';
import { type Properties, readProperties } from '#sam/property-rules';
import { inheritedAttributes, keptAttributes, type MadeResource, made, propagateTags } from '#sam/resource';
import type { ResourceTransform, Transformation } from '#sam/transformation';
import { type Block, type Draft, filled, get, has, isBlock, isText, ref, sortedJson, tagList, type Value } from '#sam/values';
import { addAuth, authorizerPermissions } from './rest-auth.ts';
import { addCorsOf, addGatewayResponses, addModels } from './rest-definition.ts';
import { restDomain } from './rest-domain.ts';
import { API_RULES } from './rules.ts';
import { usagePlan } from './usage-plan.ts';
import { convertToVersion3 } from './version-3.ts';

export const serverlessApi: ResourceTransform = (id, declared, there) => {
  const properties = readProperties(id, 'AWS::Serverless::Api', declared, API_RULES);
  for (const name of ['BinaryMediaTypes', 'Domain', 'Auth']) properties[name] = there.resolver.parameters(properties[name]);
  const inherited = inheritedAttributes(declared);
  const api = restApi(id, properties, declared, there);
  const domain = restDomain(id, properties.Domain, inherited, there);
  const deployment = made(
    `${id}Deployment`,
    'AWS::ApiGateway::Deployment',
    { RestApiId: ref(id), StageName: filled(properties.OpenApiVersion) ? undefined : 'Stage' },
    inherited,
  );
  nameDeployment(id, deployment, api, properties, there);
  const stage = stageOf(id, deployment, properties, inherited);
  const resources = [
    api,
    deployment,
    stage,
    ...authorizerPermissions(id, properties.Auth, inherited, there),
    ...domain,
    ...usagePlan(id, stage.id, properties.Auth, inherited, there),
  ];
  propagateTags(resources, properties.Tags, properties.PropagateTags);
  return resources;
};

function restApi(id: string, properties: Properties, declared: Block, there: Transformation): MadeResource {
  checkSources(id, properties);
  const body = properties.DefinitionBody;
  const draft: Draft = { BinaryMediaTypes: properties.BinaryMediaTypes, MinimumCompressionSize: properties.MinimumCompressionSize };
  if (filled(properties.EndpointConfiguration)) Object.assign(draft, endpoint(id, properties.EndpointConfiguration!));
  else if (there.input.partition !== 'aws') Object.assign(draft, endpoint(id, 'REGIONAL'));
  addCorsOf(id, properties.Cors, body);
  addAuth(id, properties, there);
  addGatewayResponses(id, properties.GatewayResponses, body);
  if (filled(properties.BinaryMediaTypes) && filled(body))
    new RestDocument(body).body['x-amazon-apigateway-binary-media-types'] = withSlashes(properties.BinaryMediaTypes!);
  addModels(id, properties.Models, body, properties.OpenApiVersion);
  for (const name of [
    'FailOnWarnings',
    'Name',
    'Description',
    'Mode',
    'ApiKeySourceType',
    'Policy',
    'SecurityPolicy',
    'EndpointAccessMode',
  ])
    if (filled(properties[name])) draft[name] = properties[name];
  if (properties.DisableExecuteApiEndpoint !== undefined) disableEndpoint(id, body, properties.DisableExecuteApiEndpoint);
  if (filled(properties.DefinitionUri)) draft.BodyS3Location = s3Location(id, 'DefinitionUri', properties.DefinitionUri);
  else if (filled(body) && isBlock(body)) draft.Body = convertToVersion3(body, properties.OpenApiVersion);
  return made(id, 'AWS::ApiGateway::RestApi', draft, keptAttributes(declared), get(declared, 'DependsOn'));
}

function checkSources(id: string, { DefinitionUri, DefinitionBody, MergeDefinitions, OpenApiVersion }: Properties): void {
  if (filled(DefinitionUri) && filled(DefinitionBody))
    throw invalidResource(id, "Specify either 'DefinitionUri' or 'DefinitionBody' property and not both.");
  if (filled(DefinitionUri) && filled(MergeDefinitions))
    throw invalidResource(id, "Cannot set 'MergeDefinitions' to True when using `DefinitionUri`.");
  if (filled(OpenApiVersion) && !/^[2-3](\.\d)(\.\d)?$/.test(shown(OpenApiVersion)))
    throw invalidResource(id, "The OpenApiVersion value must be of the format '3.0.0'.");
}

function endpoint(id: string, value: Value): Draft {
  const type = get(value, 'Type');
  if (!filled(type)) return { EndpointConfiguration: { Types: [value] }, Parameters: { endpointConfigurationTypes: value } };
  if (has(value, 'VPCEndpointIds') && has(value, 'VpcEndpointIds'))
    throw invalidResource(id, "'VPCEndpointIds' and 'VpcEndpointIds' cannot be used together in EndpointConfiguration.");
  const endpoints = get(value, 'VPCEndpointIds') ?? get(value, 'VpcEndpointIds');
  return {
    Parameters: { endpointConfigurationTypes: type! },
    EndpointConfiguration: {
      Types: [type!],
      ...(endpoints === undefined ? {} : { VpcEndpointIds: endpoints }),
      ...(has(value, 'IpAddressType') ? { IpAddressType: (value as Block).IpAddressType! } : {}),
    },
  };
}

/** `~1` stands for a slash in media types. */
function withSlashes(value: Value): Value {
  if (isText(value)) return value.replaceAll('~1', '/');
  if (Array.isArray(value)) return value.map(withSlashes);
  if (!isBlock(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replaceAll('~1', '/'), withSlashes(item)]));
}

function disableEndpoint(id: string, body: Value | undefined, disabled: Value): void {
  if (!filled(body)) throw invalidResource(id, "DisableExecuteApiEndpoint works only within 'DefinitionBody' property.");
  const document = new RestDocument(body).body;
  const name = 'x-amazon-apigateway-endpoint-configuration';
  const configure = (holder: Value, where: string): void => {
    const wrong = (what: string): Error => invalidDocument(`Invalid OpenAPI definition${where}: ${what} should be a map.`);
    if (!isBlock(holder)) throw wrong('It');
    const known = has(holder, name) ? holder[name]! : {};
    if (!isBlock(known)) throw wrong(`The value of '${name}'`);
    holder[name] = { ...known, disableExecuteApiEndpoint: disabled };
  };
  const servers = get(document, 'servers') ?? [{}];
  if (!filled(get(document, 'openapi')) || !isVersion3(document.openapi)) configure(document, '');
  else {
    for (const [index, server] of (Array.isArray(servers) ? servers : []).entries()) configure(server, ` of 'servers[${index}]'`);
    document.servers = servers;
  }
}

/** The id of a deployment changes with the definition, so that each change is deployed. */
function nameDeployment(id: string, deployment: MadeResource, api: MadeResource, properties: Properties, there: Transformation): void {
  const definition = api.properties.Body ?? api.properties.BodyS3Location;
  if (!filled(definition)) return;
  there.budget.count(definition);
  const names = there.functionNames.get(id);
  const parts = [
    sortedJson(definition!),
    ...(filled(properties.OpenApiVersion) ? [shown(properties.OpenApiVersion)] : []),
    ...(filled(properties.Domain) ? [JSON.stringify(properties.Domain)] : []),
    ...(names ? [names] : []),
  ];
  const data = filled(properties.AlwaysDeploy) ? String(Math.floor(there.input.now)) : parts.join('||');
  deployment.id += hashOf(data);
  deployment.properties.Description = `RestApi deployment id: ${hashOf(data, 40)}`;
}

function stageOf(id: string, deployment: MadeResource, properties: Properties, attributes: Block): MadeResource {
  const name = isText(properties.StageName) ? properties.StageName : '';
  const passed = [
    'StageName',
    'CacheClusterEnabled',
    'CacheClusterSize',
    'Variables',
    'MethodSettings',
    'AccessLogSetting',
    'CanarySetting',
    'TracingEnabled',
  ];
  return made(
    suffixedStage(id, name),
    'AWS::ApiGateway::Stage',
    {
      RestApiId: ref(id),
      DeploymentId: ref(deployment.id),
      ...Object.fromEntries(passed.map((each) => [each, properties[each]])),
      Tags: properties.Tags === undefined ? undefined : tagList(properties.Tags),
    },
    attributes,
  );
}

const suffixedStage = (id: string, name: string): string =>
  /^[A-Za-z0-9]+$/.test(name) ? `${id}${name}Stage` : suffixed(`${id}Stage`, name);
