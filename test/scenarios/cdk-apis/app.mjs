// A REST API with an authorizer and a usage plan, one of a document, an HTTP API with two authorizers and a custom domain, and a chat whose connections are in a table.
import { App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as rest from 'aws-cdk-lib/aws-apigateway';
import * as http from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer, HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';

const ECHO = `exports.handler = async (event) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json', 'access-control-allow-origin': process.env.ORIGIN },
  body: JSON.stringify({ path: event.rawPath ?? event.path, who: event.requestContext.authorizer ?? null }),
});`;
const JUDGE = `exports.handler = async (event) => {
  if (event.version === '2.0') return { isAuthorized: event.headers.door === 'open', context: { who: 'simple' } };
  const Effect = event.authorizationToken === 'open' ? 'Allow' : 'Deny';
  const Statement = [{ Action: 'execute-api:Invoke', Effect, Resource: '*' }];
  return { principalId: 'token', policyDocument: { Version: '2012-10-17', Statement }, context: { who: 'token' } };
};`;
const CHAT = `const { DynamoDBClient, PutItemCommand, DeleteItemCommand, ScanCommand } = require('@aws-sdk/client-dynamodb');
const { ApiGatewayManagementApiClient, PostToConnectionCommand } = require('@aws-sdk/client-apigatewaymanagementapi');
const db = new DynamoDBClient({});
exports.handler = async ({ requestContext: { routeKey, connectionId, domainName, stage }, body }) => {
  const TableName = process.env.TABLE;
  if (routeKey === '$connect') await db.send(new PutItemCommand({ TableName, Item: { id: { S: connectionId } } }));
  else if (routeKey === '$disconnect') await db.send(new DeleteItemCommand({ TableName, Key: { id: { S: connectionId } } }));
  else {
    const { Items } = await db.send(new ScanCommand({ TableName }));
    const endpoint = process.env.AWS_ENDPOINT_URL ? process.env.AWS_ENDPOINT_URL + '/_execute-api/' + domainName.split('.')[0] + '/' + stage : 'https://' + domainName + '/' + stage;
    const management = new ApiGatewayManagementApiClient({ endpoint });
    const Data = JSON.parse(body).text;
    const post = ({ id }) => management.send(new PostToConnectionCommand({ ConnectionId: id.S, Data }));
    // One that has left may still be in the table: a handler that failed for it would be frozen before the others have heard.
    const isGone = ({ name }) => name === 'GoneException';
    await Promise.all(Items.map((item) => post(item).catch((error) => { if (!isGone(error)) throw error; })));
  }
  return { statusCode: 200 };
};`;

const app = new App();
/** The site whose pages may use the APIs. */
const origin = app.node.tryGetContext('origin') ?? 'https://app.example';
const stack = new Stack(app, 'Apis', { env: { account: '000000000000', region: 'us-east-1' } });
const fn = (id, code, environment = {}) =>
  new Lambda(stack, id, {
    ...{ runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline(code), environment },
    // Loads the SDK, which takes longer than the default of three seconds on a busy machine.
    timeout: Duration.seconds(30),
  });
const echo = fn('Echo', ECHO, { ORIGIN: origin });
const judge = fn('Judge', JUDGE);

const shop = new rest.RestApi(stack, 'Shop', {
  cloudWatchRole: false,
  defaultCorsPreflightOptions: { allowOrigins: [origin] },
});
// Pages may read the refusals of its authorizer, and no others.
shop.addGatewayResponse('Denied', {
  type: rest.ResponseType.ACCESS_DENIED,
  responseHeaders: { 'Access-Control-Allow-Origin': `'${origin}'` },
});
const orders = shop.root.addResource('orders').addResource('{id}');
const authorizer = new rest.TokenAuthorizer(stack, 'Door', { handler: judge });
orders.addMethod('GET', new rest.LambdaIntegration(echo), { authorizer, apiKeyRequired: true });
const key = shop.addApiKey('Key', { value: 'a-key-of-twenty-characters' });
const plan = shop.addUsagePlan('Plan', {
  apiStages: [{ api: shop, stage: shop.deploymentStage }],
  throttle: { rateLimit: 100, burstLimit: 10 },
});
plan.addApiKey(key);
new rest.LambdaRestApi(stack, 'Whole', { handler: echo, cloudWatchRole: false });
const integration = {
  type: 'mock',
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  responses: { default: { statusCode: '200', responseTemplates: { 'application/json': '{"from":"document"}' } } },
};
new rest.SpecRestApi(stack, 'Spec', {
  cloudWatchRole: false,
  apiDefinition: rest.ApiDefinition.fromInline({
    openapi: '3.0.1',
    info: { title: 'document', version: '1' },
    paths: { '/': { get: { responses: { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': integration } } },
  }),
});

const domainName = new http.DomainName(stack, 'Domain', {
  domainName: 'api.example.com',
  certificate: Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:us-east-1:000000000000:certificate/one'),
});
const api = new http.HttpApi(stack, 'Http', {
  corsPreflight: { allowOrigins: [origin], allowMethods: [http.CorsHttpMethod.GET], allowHeaders: ['authorization'] },
  defaultDomainMapping: { domainName, mappingKey: 'v1' },
});
const toEcho = new HttpLambdaIntegration('ToEcho', echo);
api.addRoutes({ path: '/open/{id}', methods: [http.HttpMethod.GET], integration: toEcho });
const jwt = new HttpJwtAuthorizer('Jwt', 'https://issuer.example', { jwtAudience: ['app'] });
api.addRoutes({ path: '/jwt', methods: [http.HttpMethod.GET], integration: toEcho, authorizer: jwt });
const simple = new HttpLambdaAuthorizer('Simple', judge, {
  responseTypes: [HttpLambdaResponseType.SIMPLE],
  identitySource: ['$request.header.door'],
});
api.addRoutes({ path: '/simple', methods: [http.HttpMethod.GET], integration: toEcho, authorizer: simple });

const table = new Table(stack, 'Connections', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  removalPolicy: RemovalPolicy.DESTROY,
});
const chat = fn('ChatFunction', CHAT, { TABLE: table.tableName });
table.grantReadWriteData(chat);
const route = (id) => ({ integration: new WebSocketLambdaIntegration(id, chat) });
const socket = new http.WebSocketApi(stack, 'Chat', {
  connectRouteOptions: route('In'),
  disconnectRouteOptions: route('Out'),
  defaultRouteOptions: route('Say'),
});
const live = new http.WebSocketStage(stack, 'Live', { webSocketApi: socket, stageName: 'live', autoDeploy: true });
live.grantManagementApiAccess(chat);

new CfnOutput(stack, 'HttpUrl', { value: api.apiEndpoint });
new CfnOutput(stack, 'ChatUrl', { value: live.url });
