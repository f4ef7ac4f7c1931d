// Function URLs and APIs that lead to the function `orders`, each made in one call, and asked.
import { APIGateway, type PutIntegrationCommandInput } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2, type CreateRouteCommandInput } from '@aws-sdk/client-apigatewayv2';
import { functionArn, invocationUri, type Setting } from './mistake.ts';

const OPEN = { Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' } as const;

/** Makes a URL of the function, which anybody may call where it is `isOpen`; and asks it. */
export async function askUrl({ emulator, lambda }: Setting, FunctionName: string, isOpen: boolean): Promise<void> {
  const { FunctionUrl = '' } = await lambda.createFunctionUrlConfig({ FunctionName, AuthType: 'NONE' });
  if (isOpen) await lambda.addPermission({ FunctionName, StatementId: 'url', ...OPEN });
  await fetch(`${emulator.url}/_function-url/${new URL(FunctionUrl).hostname.split('.')[0]}/orders`);
}

/** Lets every API call the function. */
export const allowApis = ({ lambda }: Setting, FunctionName: string) =>
  lambda.addPermission({ FunctionName, StatementId: 'apis', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' });

interface Method {
  readonly integration?: Partial<PutIntegrationCommandInput>;
  /** The function that authorizes. */
  readonly gate?: string;
}

/** A REST API with `GET /orders`, which calls the function `orders`; and a request to it. */
export async function askRest({ emulator }: Setting, { integration, gate }: Method = {}): Promise<void> {
  const api = emulator.client(APIGateway);
  const { id: restApiId, rootResourceId: parentId } = await api.createRestApi({ name: 'shop' });
  const { id: resourceId } = await api.createResource({ restApiId, parentId, pathPart: 'orders' });
  const made = { restApiId, resourceId, httpMethod: 'GET' };
  const settings = { restApiId, name: 'gate', identitySource: 'method.request.header.key' };
  const authorizer = gate && (await api.createAuthorizer({ ...settings, type: 'TOKEN', authorizerUri: invocationUri(gate) }));
  const authorization = authorizer ? { authorizationType: 'CUSTOM', authorizerId: authorizer.id } : { authorizationType: 'NONE' };
  await api.putMethod({ ...made, ...authorization });
  await api.putIntegration({ ...made, type: 'AWS_PROXY', integrationHttpMethod: 'POST', uri: invocationUri('orders'), ...integration });
  await api.createDeployment({ restApiId, stageName: 'dev' });
  await fetch(`${emulator.url}/_execute-api/${restApiId}/dev/orders`, { headers: { key: 'hush' } });
}

/** An API of HTTP or of WebSockets whose route leads to the function `orders`. */
export async function apiOf(
  { emulator }: Setting,
  ProtocolType: 'HTTP' | 'WEBSOCKET',
  RouteKey: string,
  more: Partial<CreateRouteCommandInput> = {},
) {
  const api = emulator.client(ApiGatewayV2);
  const selection = ProtocolType === 'HTTP' ? {} : { RouteSelectionExpression: '$request.body.action' };
  const { ApiId } = await api.createApi({ Name: 'shop', ProtocolType, ...selection });
  const integration =
    ProtocolType === 'HTTP'
      ? { IntegrationUri: functionArn('orders'), PayloadFormatVersion: '2.0' }
      : { IntegrationUri: invocationUri('orders') };
  const { IntegrationId } = await api.createIntegration({ ApiId, IntegrationType: 'AWS_PROXY', ...integration });
  await api.createRoute({ ApiId, RouteKey, Target: `integrations/${IntegrationId}`, ...more });
  await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
  return `${emulator.url}/_execute-api/${ApiId}/dev`;
}
