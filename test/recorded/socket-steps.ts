// Steps that recorded cases of WebSocket APIs share: one function behind all routes, which tells the events that it has seen.
import { zipOf } from '../conformance/lambda/fixture.ts';
import type { SocketCall, Step } from './case.ts';

/** The tests of WebSocket APIs that were run on the cloud, too (its issue 803 counts them). */
export const offline = (file: 'main' | 'authorizer' | 'RouteSelection', test: string): string =>
  `computerpunc/serverless-offline c2bef68, test/ws.${file}.e2e.js: ${test} (run on the cloud, dherault/serverless-offline#803)`;

/** The last event of each kind is kept by its function; `seen` answers all of them. */
const CODE = `
const seen = {};
const policy = (event, Effect) => ({
  principalId: 'user',
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: event.methodArn }] },
});
exports.handler = async (event) => {
  const query = event.queryStringParameters ?? {};
  const { eventType, routeKey, connectionId } = event.requestContext;
  if (event.type === 'REQUEST') {
    seen.AUTHORIZER = event;
    if (event.headers.Auth123 === 'broken') throw NaN;
    return policy(event, event.headers.Auth123 === 'good' ? 'Allow' : 'Deny');
  }
  seen[eventType] = event;
  if (query.exception || routeKey === 'fail') throw new Error('no');
  if (query.silent || routeKey === 'silent') return;
  if (query.status) return { statusCode: Number(query.status) };
  const texts = { seen: JSON.stringify(seen), who: connectionId };
  return { statusCode: 200, body: texts[routeKey] ?? routeKey + ' got ' + event.body };
};`;

const FUNCTION = 'arn:aws:lambda:us-east-1:{account}:function:chat';
const URI = `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${FUNCTION}/invocations`;
const ApiId = '{api.ApiId}';
/** The path of the stage. */
export const STAGE = '/_execute-api/{api.ApiId}/dev';

interface SocketApi {
  readonly routes: readonly string[];
  readonly selection?: string;
  /** Whether `$connect` has an authorizer, whose identity source is the header Auth123. */
  readonly isGuarded?: boolean;
}

/** An API with these routes, their function and a stage; the answers of the function are sent back. */
export const socketApi = ({ routes, selection = '$request.body.action', isGuarded = false }: SocketApi): Step[] => [
  {
    call: 'lambda.CreateFunction',
    input: {
      ...{ FunctionName: 'chat', Runtime: 'nodejs20.x', Handler: 'index.handler', Role: 'arn:aws:iam::{account}:role/any' },
      Code: { ZipFile: zipOf({ 'index.js': CODE }) },
    },
  },
  { wait: '1s' },
  {
    call: 'lambda.AddPermission',
    input: { FunctionName: 'chat', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  },
  {
    call: 'apigatewayv2.CreateApi',
    input: { Name: 'chat', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: selection },
    as: 'api',
  },
  {
    call: 'apigatewayv2.CreateIntegration',
    input: { ApiId, IntegrationType: 'AWS_PROXY', IntegrationUri: URI },
    as: 'integration',
  },
  {
    call: 'apigatewayv2.CreateAuthorizer',
    input: { ApiId, Name: 'door', AuthorizerType: 'REQUEST', AuthorizerUri: URI, IdentitySource: ['route.request.header.Auth123'] },
    as: 'door',
  },
  ...routes.flatMap((RouteKey): Step[] => [
    {
      call: 'apigatewayv2.CreateRoute',
      input: {
        ...{ ApiId, RouteKey, Target: 'integrations/{integration.IntegrationId}', RouteResponseSelectionExpression: '$default' },
        ...(isGuarded && RouteKey === '$connect' ? { AuthorizationType: 'CUSTOM', AuthorizerId: '{door.AuthorizerId}' } : {}),
      },
      as: 'route',
    },
    { call: 'apigatewayv2.CreateRouteResponse', input: { ApiId, RouteId: '{route.RouteId}', RouteResponseKey: '$default' } },
  ]),
  { call: 'apigatewayv2.CreateStage', input: { ApiId, StageName: 'dev', AutoDeploy: true } },
];

/** A client that has opened the stage. */
export const opens = (socket = 'one', more: Partial<SocketCall> = {}): Step => ({ socket, open: STAGE, ...more });
export const sends = (send: string, hears?: SocketCall['hears'], socket = 'one'): Step => ({
  ...{ socket, send },
  ...(hears === undefined ? {} : { hears }),
});
