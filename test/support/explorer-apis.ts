// APIs, users and a cluster for tests of the explorer: one of each kind that has a page.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { AppSync } from '@aws-sdk/client-appsync';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { Kafka } from '@aws-sdk/client-kafka';
import type { TestEmulator } from './emulator.ts';

export interface ShopApis {
  readonly httpApi: string;
  readonly socketApi: string;
  readonly restApi: string;
  readonly clusterArn: string;
  readonly graphqlApi: string;
  readonly poolId: string;
}

/** `url`: the HTTP API leads there. The other two answer by themselves. */
export async function makeApis(url: string, { client }: Pick<TestEmulator, 'client'>): Promise<ShopApis> {
  const v2 = client(ApiGatewayV2);
  const { ApiId: httpApi = '' } = await v2.createApi({ Name: 'shop', ProtocolType: 'HTTP', Target: url });
  const { ClusterArn: clusterArn = '' } = await client(Kafka).createCluster({
    ClusterName: 'shop',
    KafkaVersion: '3.6.0',
    NumberOfBrokerNodes: 2,
    BrokerNodeGroupInfo: { InstanceType: 'kafka.t3.small', ClientSubnets: ['subnet-1', 'subnet-2'] },
  });
  const graphqlApi = await makeGraphqlApi(client(AppSync));
  const poolId = await makePool(client(CognitoIdentityProvider));
  return { httpApi, clusterArn, graphqlApi, poolId, socketApi: await makeSocketApi(v2), restApi: await makeRestApi(client(APIGateway)) };
}

/** Every message is answered with nothing. */
async function makeSocketApi(v2: ApiGatewayV2): Promise<string> {
  const { ApiId = '' } = await v2.createApi({
    Name: 'chat',
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.action',
  });
  const { IntegrationId } = await v2.createIntegration({
    ApiId,
    IntegrationType: 'MOCK',
    RequestTemplates: { $default: '{"statusCode":200}' },
    TemplateSelectionExpression: '\\$default',
  });
  await v2.createRoute({ ApiId, RouteKey: '$default', Target: `integrations/${IntegrationId}` });
  await v2.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
  return ApiId;
}

/** `GET /` answers JSON, deployed to the stage `dev`. */
async function makeRestApi(v1: APIGateway): Promise<string> {
  const { id: restApiId = '', rootResourceId: resourceId = '' } = await v1.createRestApi({ name: 'shop' });
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await v1.putMethod({ ...method, authorizationType: 'NONE' });
  await v1.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode":200}' } });
  await v1.putMethodResponse({ ...method, statusCode: '200' });
  const responseTemplates = { 'application/json': '{"from":"the shop"}' };
  await v1.putIntegrationResponse({ ...method, statusCode: '200', responseTemplates });
  await v1.createDeployment({ restApiId, stageName: 'dev' });
  return restApiId;
}

const GRAPHQL = `type Query { hello: String }
type Mutation { say(text: String!): String }
type Subscription { onSay: String @aws_subscribe(mutations: ["say"]) }`;

/** `hello` answers, and what is said is heard. */
async function makeGraphqlApi(appsync: AppSync): Promise<string> {
  const { graphqlApi } = await appsync.createGraphqlApi({ name: 'news', authenticationType: 'API_KEY' });
  const apiId = graphqlApi!.apiId!;
  await appsync.createApiKey({ apiId });
  await appsync.startSchemaCreation({ apiId, definition: Buffer.from(GRAPHQL) });
  await appsync.createDataSource({ apiId, name: 'none', type: 'NONE' });
  const runtime = { name: 'APPSYNC_JS', runtimeVersion: '1.0.0' } as const;
  const codeOf = (payload: string) =>
    `export function request(ctx) { return { payload: ${payload} }; } export function response(ctx) { return ctx.result; }`;
  const resolver = { apiId, dataSourceName: 'none', runtime };
  await appsync.createResolver({ ...resolver, typeName: 'Query', fieldName: 'hello', code: codeOf('"good day"') });
  await appsync.createResolver({ ...resolver, typeName: 'Mutation', fieldName: 'say', code: codeOf('ctx.args.text') });
  return apiId;
}

/** The user `ana` with the password `Secret-1234`, a group and a client. */
async function makePool(users: CognitoIdentityProvider): Promise<string> {
  const { UserPool } = await users.createUserPool({ PoolName: 'people', AutoVerifiedAttributes: ['email'] });
  const UserPoolId = UserPool!.Id!;
  const ExplicitAuthFlows = ['ALLOW_USER_PASSWORD_AUTH' as const, 'ALLOW_REFRESH_TOKEN_AUTH' as const];
  await users.createUserPoolClient({ UserPoolId, ClientName: 'web', ExplicitAuthFlows });
  await users.adminCreateUser({ UserPoolId, Username: 'ana', UserAttributes: [{ Name: 'email', Value: 'ana@example.com' }] });
  await users.adminSetUserPassword({ UserPoolId, Username: 'ana', Password: 'Secret-1234', Permanent: true });
  await users.createGroup({ UserPoolId, GroupName: 'editors' });
  return UserPoolId;
}
