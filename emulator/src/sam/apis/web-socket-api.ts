// `AWS::Serverless::WebSocketApi`: a WebSocket API with a route, an integration and a permission per entry of `Routes`.
// Source of the behaviour: samtranslator/model/api/websocket_api_generator.py of github.com/aws/serverless-application-model.
import { invalidResource } from '#sam/problems';
import { type Properties, readProperties } from '#sam/property-rules';
import { type MadeResource, made, propagateTags } from '#sam/resource';
import type { ResourceTransform } from '#sam/transformation';
import { type Block, filled, get, has, isAlphanumeric, isBlock, isIntrinsic, isText, ref, sub, type Value } from '#sam/values';
import { WEB_SOCKET_API_RULES } from './rules.ts';
import { authorizerPermission, v2Domain } from './v2-domain.ts';

const TAG = 'websocketapi:createdBy';
const CONNECT = '$connect';

export const webSocketApi: ResourceTransform = (id, declared, there) => {
  const properties = readProperties(id, 'AWS::Serverless::WebSocketApi', declared, WEB_SOCKET_API_RULES);
  for (const name of ['Auth', 'Domain', 'Routes']) properties[name] = there.resolver.parameters(properties[name]);
  const routes = properties.Routes;
  if (!filled(routes) || !isBlock(routes)) throw invalidResource(id, 'WebSocket API must have at least one route.');
  const address = properties.IpAddressType;
  if (address !== undefined && !isIntrinsic(address) && address !== 'ipv4' && address !== 'dualstack')
    throw invalidResource(id, "IpAddressType must be 'ipv4' or 'dualstack'.");
  if (filled(get(properties.Domain, 'MutualTlsAuthentication')))
    throw invalidResource(id, 'Mutual TLS domain name association is not supported for Websocket APIs.');
  const auth = filled(properties.Auth) && isBlock(properties.Auth) ? properties.Auth : undefined;
  if (auth && !has(routes, CONNECT)) throw invalidResource(id, 'Authorization is only available if there is a $connect route.');
  const api = apiOf(id, properties, get(declared, 'DependsOn'));
  // The reference shares no group of records between WebSocket APIs: the last one has the group.
  const domain = v2Domain(id, properties.Domain, TAG, {}, new Map());
  const stage = stageOf(id, properties);
  const made = Object.entries(routes).flatMap(([key, route]) => routeResources(id, key, route, auth, properties.StageName));
  if (filled(properties.RouteSettings))
    stage.dependsOn = made.filter(({ type }) => type === 'AWS::ApiGatewayV2::Route').map((each) => each.id);
  const authorizers = auth && get(auth, 'AuthType') === 'CUSTOM' ? authorizerOf(id, auth) : [];
  const resources = [api, ...made, ...domain, stage, ...authorizers];
  propagateTags(resources, properties.Tags, properties.PropagateTags);
  return resources;
};

const PASSED = [
  'ApiKeySelectionExpression',
  'Description',
  'DisableExecuteApiEndpoint',
  'DisableSchemaValidation',
  'IpAddressType',
  'RouteSelectionExpression',
];

/** Adds the mark of SAM to the tags in place: what is propagated has it too. */
function apiOf(id: string, properties: Record<string, Value | undefined>, dependsOn: Value | undefined): MadeResource {
  const tags = { ...(isBlock(properties.Tags) ? properties.Tags : {}), [TAG]: 'SAM' };
  if (filled(properties.Tags)) properties.Tags = tags;
  return made(
    id,
    'AWS::ApiGatewayV2::Api',
    {
      ...Object.fromEntries(PASSED.map((name) => [name, properties[name]])),
      Name: properties.Name ?? id,
      Tags: tags,
      ProtocolType: 'WEBSOCKET',
    },
    {},
    dependsOn,
  );
}

function stageOf(id: string, properties: Properties): MadeResource {
  const StageName = properties.StageName ?? 'default';
  if (StageName === '$default') throw invalidResource(id, 'Stages cannot be named $default for WebSocket APIs.');
  const name = isText(StageName) ? StageName : '';
  const { StageVariables, AccessLogSettings, DefaultRouteSettings, RouteSettings } = properties;
  return made(`${id}${name === 'default' ? 'Default' : name}Stage`, 'AWS::ApiGatewayV2::Stage', {
    ApiId: ref(id),
    StageName,
    StageVariables,
    AccessLogSettings,
    DefaultRouteSettings,
    Tags: { [TAG]: 'SAM' },
    AutoDeploy: true,
    RouteSettings,
  });
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1).toLowerCase();

function routeName(id: string, key: string): string {
  if (['$connect', '$disconnect', '$default'].includes(key)) return capitalized(key.slice(1));
  if (isAlphanumeric(key)) return capitalized(key);
  throw invalidResource(
    id,
    `Route key '${key}' must be alphanumeric. Only $connect, $disconnect, and $default special routes are supported.`,
  );
}

function routeResources(id: string, key: string, route: Value, auth: Block | undefined, stage: Value | undefined): MadeResource[] {
  const base = `${id}${routeName(id, key)}`;
  const member = (name: string): Value | undefined => get(route, name);
  if (filled(member('RequestParameters')) && key !== CONNECT)
    throw invalidResource(id, 'Request parameters are only supported for the $connect route in WebSocket APIs.');
  if (auth) checkAuth(id, auth);
  if (!has(route, 'FunctionArn')) throw invalidResource(id, 'Route must have associated function.');
  const lambda = (route as Block).FunctionArn!;
  const arn = `arn:\${AWS::Partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${${id}.ApiId}`;
  const type = auth && key === CONNECT ? get(auth, 'AuthType') : undefined;
  const passed = ['ApiKeyRequired', 'ModelSelectionExpression', 'OperationName', 'RequestModels', 'RouteResponseSelectionExpression'];
  return [
    made(`${base}Route`, 'AWS::ApiGatewayV2::Route', {
      RouteKey: key,
      ApiId: ref(id),
      ...Object.fromEntries(passed.map((name) => [name, member(name)])),
      RequestParameters: filled(member('RequestParameters')) ? member('RequestParameters') : undefined,
      Target: { 'Fn::Join': ['/', ['integrations', ref(`${base}Integration`)]] },
      AuthorizationType: type === undefined || type === 'CUSTOM' || type === 'AWS_IAM' ? type : 'NONE',
      AuthorizerId: type === 'CUSTOM' ? ref(`${id}ConnectAuthorizer`) : undefined,
    }),
    made(`${base}Integration`, 'AWS::ApiGatewayV2::Integration', {
      ApiId: ref(id),
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: invocationUri('FunctionArn', lambda),
      TimeoutInMillis: member('IntegrationTimeout'),
    }),
    made(`${base}Permission`, 'AWS::Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: lambda,
      Principal: 'apigateway.amazonaws.com',
      SourceArn:
        stage === undefined || isText(stage)
          ? sub(`${arn}/${stage ?? 'default'}/${key}`)
          : sub(`${arn}/\${__StageName__}/${key}`, { __StageName__: stage }),
    }),
  ];
}

const invocationUri = (variable: string, arn: Value): Block =>
  sub(`arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${variable}}/invocations`, {
    [variable]: arn,
  });

function checkAuth(id: string, auth: Block): void {
  const type = get(auth, 'AuthType');
  if (!filled(type)) throw invalidResource(id, 'AuthType must be specified for additional auth configurations.');
  const upper = String(type).toUpperCase();
  if (!['NONE', 'AWS_IAM', 'CUSTOM'].includes(upper)) throw invalidResource(id, 'AuthType is not one of AWS_IAM, CUSTOM or NONE.');
  if (upper === 'CUSTOM' && !filled(get(auth, 'AuthArn'))) throw invalidResource(id, 'AuthArn must be specified if AuthType is CUSTOM.');
  if (upper !== 'CUSTOM' && Object.keys(auth).length > 1)
    throw invalidResource(id, `No additional configurations supported for AuthType ${upper}.`);
}

function authorizerOf(id: string, auth: Block): MadeResource[] {
  const authorizerId = `${id}ConnectAuthorizer`;
  const arn = get(auth, 'AuthArn')!;
  const role = get(auth, 'InvokeRole');
  const authorizer = made(authorizerId, 'AWS::ApiGatewayV2::Authorizer', {
    ApiId: ref(id),
    AuthorizerCredentialsArn: role,
    AuthorizerType: 'REQUEST',
    AuthorizerUri: invocationUri('AuthArn', arn),
    IdentitySource: get(auth, 'IdentitySource'),
    Name: filled(get(auth, 'Name')) ? get(auth, 'Name') : authorizerId,
  });
  return filled(role) ? [authorizer] : [authorizer, authorizerPermission(`${id}AuthorizerPermission`, id, arn, {})];
}
