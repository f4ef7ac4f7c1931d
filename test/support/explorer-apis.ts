// APIs and a cluster for tests of the explorer: one of each kind that has a page.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { Kafka } from '@aws-sdk/client-kafka';
import type { TestEmulator } from './emulator.ts';

export interface ShopApis {
  readonly httpApi: string;
  readonly socketApi: string;
  readonly restApi: string;
  readonly clusterArn: string;
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
  return { httpApi, clusterArn, socketApi: await makeSocketApi(v2), restApi: await makeRestApi(client(APIGateway)) };
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
