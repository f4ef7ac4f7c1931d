// Authorizers of HTTP and REST APIs take the tokens of pools here, by whichever address of the issuer.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { createPool } from './use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const pool = await createPool(emulator);
const { UserPoolId, ClientId } = pool;
await pool.addUser('ada');
const { AccessToken, IdToken } = (await pool.signIn('ada')).AuthenticationResult!;
const get = (url: string, token?: string) => fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

it.each([[`https://cognito-idp.us-east-1.amazonaws.com/${UserPoolId}`], [`http://localhost:4566/${UserPoolId}`]])(
  'a JWT authorizer of the issuer %s',
  async (Issuer) => {
    const api = emulator.client(ApiGatewayV2);
    const { ApiId } = await api.createApi({ Name: 'http', ProtocolType: 'HTTP' });
    const { AuthorizerId } = await api.createAuthorizer({
      ApiId,
      Name: 'pool',
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Issuer, Audience: [ClientId] },
    });
    const { IntegrationId } = await api.createIntegration({
      ApiId,
      IntegrationType: 'HTTP_PROXY',
      IntegrationMethod: 'GET',
      IntegrationUri: `${emulator.url}/_emulator/health`,
      PayloadFormatVersion: '1.0',
    });
    await api.createRoute({ ApiId, RouteKey: 'GET /me', Target: `integrations/${IntegrationId}`, AuthorizationType: 'JWT', AuthorizerId });
    await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
    await emulator.idle();
    const url = `${emulator.url}/_execute-api/${ApiId}/me`;
    expect((await get(url)).status).toBe(401);
    expect((await get(url, AccessToken)).status).not.toBe(401);
    expect((await get(url, IdToken)).status).not.toBe(401);
    expect((await get(url, `${IdToken!.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
  },
);

it('a COGNITO_USER_POOLS authorizer', async () => {
  const api = emulator.client(APIGateway);
  const { id: restApiId, rootResourceId: resourceId } = await api.createRestApi({ name: 'rest' });
  const { id: authorizerId } = await api.createAuthorizer({
    restApiId,
    name: 'pool',
    type: 'COGNITO_USER_POOLS',
    providerARNs: [`arn:aws:cognito-idp:us-east-1:000000000000:userpool/${UserPoolId}`],
    identitySource: 'method.request.header.Authorization',
  });
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await api.putMethod({ ...method, authorizationType: 'COGNITO_USER_POOLS', authorizerId });
  await api.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode":200}' } });
  await api.putMethodResponse({ ...method, statusCode: '200' });
  await api.putIntegrationResponse({
    ...method,
    statusCode: '200',
    responseTemplates: { 'application/json': '$context.authorizer.claims.email' },
  });
  await api.createDeployment({ restApiId, stageName: 'dev' });
  const url = `${emulator.url}/_execute-api/${restApiId}/dev/`;
  const answer = await get(url, IdToken);
  expect([answer.status, await answer.text()]).toEqual([200, 'ada@example.com']);
  expect((await get(url, AccessToken)).status).toBe(401);
  expect((await get(url)).status).toBe(401);
});
