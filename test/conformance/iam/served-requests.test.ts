// Signed requests to what services serve (URLs of functions, APIs, GraphQL and Event APIs), judged by the policies of who signed.
import { ApiGatewayManagementApi } from '@aws-sdk/client-apigatewaymanagementapi';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';
import { useRestApi } from '../apigateway/use-rest-api.ts';
import { createApi } from '../appsync/use-api.ts';
import { createEventApi } from '../appsync/use-events.ts';
import { handler, ROLE } from '../lambda/fixture.ts';
import { ACCOUNT, allow, type Caller, document, userWith } from './use-identities.ts';

const IAM_ONLY = [{ authType: 'AWS_IAM' as const }];
let emulator: TestEmulator;
let who: Caller;

beforeAll(async () => {
  emulator = await startTestEmulator({ options: { IAM_ENFORCEMENT: 'enforce' } });
  who = await userWith(emulator, 'ana', []);
  await emulator.client(Lambda).createFunction({
    ...{ FunctionName: 'f', Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Timeout: 30 },
    Code: { ZipFile: handler('return "hello";') },
  });
  await waitUntilFunctionActiveV2({ client: emulator.client(Lambda), ...WAITER }, { FunctionName: 'f' });
});
afterAll(() => emulator.stop());

/** Requests are taken by the key that they name: signatures themselves are not verified here. */
const signed = (service: string, { credentials }: Caller = who) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});
const grant = (...statements: readonly object[]): Promise<unknown> =>
  emulator.client(IAM).putUserPolicy({ UserName: 'ana', PolicyName: 'inline', PolicyDocument: document(...statements) });
const revoke = (): Promise<unknown> => emulator.client(IAM).deleteUserPolicy({ UserName: 'ana', PolicyName: 'inline' });
const answerOf = async (url: string, init: RequestInit): Promise<readonly [status: number, text: string]> => {
  const answer = await fetch(url, init);
  return [answer.status, await answer.text()];
};

test('the URL of a function', async () => {
  const { FunctionUrl } = await emulator.client(Lambda).createFunctionUrlConfig({ FunctionName: 'f', AuthType: 'AWS_IAM' });
  const url = `${emulator.url}/_function-url/${new URL(FunctionUrl!).hostname.split('.')[0]}/`;
  const ask = () => answerOf(url, { headers: signed('lambda') });
  expect((await ask())[0]).toBe(403);
  const resource = `arn:aws:lambda:us-east-1:${ACCOUNT}:function:f`;
  await grant(allow('lambda:InvokeFunctionUrl', resource, { Condition: { StringEquals: { 'lambda:FunctionUrlAuthType': 'AWS_IAM' } } }));
  expect(await ask()).toEqual([200, 'hello']);
  await revoke();
  // A policy of the function that names the user is enough.
  const permission = { FunctionName: 'f', StatementId: 'ana', Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'AWS_IAM' } as const;
  await emulator.client(Lambda).addPermission({ ...permission, Principal: `arn:aws:iam::${ACCOUNT}:user/ana` });
  expect(await ask()).toEqual([200, 'hello']);
});

test('methods of REST APIs, with and without a policy of the API', async () => {
  const rest = useRestApi(emulator);
  const made = async (policy?: string) => {
    const { restApiId, rootId: resourceId } = await rest.create(policy === undefined ? {} : { policy });
    const method = { restApiId, resourceId, httpMethod: 'GET' };
    await rest.method(method, { authorizationType: 'AWS_IAM' }, { requestTemplates: { 'application/json': '{"statusCode": 200}' } });
    await rest.client.putMethodResponse({ ...method, statusCode: '200' });
    await rest.client.putIntegrationResponse({ ...method, statusCode: '200' });
    await rest.deploy(restApiId);
    return restApiId;
  };
  const ask = (id: string) => answerOf(`${emulator.url}/_execute-api/${id}/dev/`, { headers: signed('execute-api') });
  const id = await made();
  const refused = `User: arn:aws:iam::${ACCOUNT}:user/ana is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:us-east-1:********0000:${id}/dev/GET/ because no identity-based policy allows the execute-api:Invoke action`;
  expect(await ask(id)).toEqual([403, JSON.stringify({ Message: refused })]);
  const user = `arn:aws:iam::${ACCOUNT}:user/ana`;
  const open = await made(
    document({ Effect: 'Allow', Principal: { AWS: user }, Action: 'execute-api:Invoke', Resource: 'execute-api:/dev/GET/*' }),
  );
  expect((await ask(open))[0]).toBe(200);
  await grant(allow('execute-api:Invoke', `arn:aws:execute-api:us-east-1:${ACCOUNT}:${id}/dev/GET/*`));
  expect((await ask(id))[0]).toBe(200);
  await revoke();
});

test('routes of HTTP APIs, and connections of WebSocket APIs', async () => {
  const client = emulator.client(ApiGatewayV2);
  const { ApiId } = await client.createApi({ Name: 'http', ProtocolType: 'HTTP' });
  const { IntegrationId } = await client.createIntegration({
    ...{ ApiId, IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' },
    IntegrationUri: `arn:aws:lambda:us-east-1:${ACCOUNT}:function:f`,
  });
  await client.createRoute({ ApiId, RouteKey: 'GET /x', AuthorizationType: 'AWS_IAM', Target: `integrations/${IntegrationId}` });
  await client.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
  await emulator.client(Lambda).addPermission({
    ...{ FunctionName: 'f', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  });
  const ask = () => answerOf(`${emulator.url}/_execute-api/${ApiId}/x`, { headers: signed('execute-api') });
  expect(await ask()).toEqual([403, '{"message":"Forbidden"}']);
  await grant(allow('execute-api:Invoke', `arn:aws:execute-api:us-east-1:${ACCOUNT}:${ApiId}/$default/GET/x`));
  expect(await ask()).toEqual([200, 'hello']);

  const sockets = await client.createApi({ Name: 'chat', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action' });
  await client.createStage({ ApiId: sockets.ApiId, StageName: 'dev' });
  const endpoint = `${emulator.url}/_execute-api/${sockets.ApiId}/dev`;
  const post = () =>
    emulator.client(ApiGatewayManagementApi, { ...who, endpoint }).postToConnection({ ConnectionId: 'L0SM9cOFvHcCIhw=', Data: 'x' });
  await expect(post()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  await grant(allow('execute-api:ManageConnections', `arn:aws:execute-api:us-east-1:${ACCOUNT}:${sockets.ApiId}/dev/POST/@connections/*`));
  await expect(post()).rejects.toMatchObject({ $metadata: { httpStatusCode: 410 } });
  await revoke();
});

test('fields of GraphQL APIs, and channels of Event APIs', async () => {
  const graphql = await createApi(emulator, 'type Query { one: String two: String }', { authenticationType: 'AWS_IAM' });
  const query = (text: string) =>
    answerOf(`${emulator.url}/appsync-api/${graphql.apiId}/graphql`, {
      ...{ method: 'POST', headers: { ...signed('appsync'), 'content-type': 'application/json' }, body: JSON.stringify({ query: text }) },
    });
  const denied = [401, expect.stringContaining('Permission denied')];
  expect(await query('{ one }')).toEqual(denied);
  await grant(allow('appsync:GraphQL', `arn:aws:appsync:us-east-1:${ACCOUNT}:apis/${graphql.apiId}/types/Query/fields/one`));
  expect(await query('{ again: one ...F } fragment F on Query { one }')).toEqual([200, expect.stringContaining('"again":null')]);
  expect(await query('{ one ...F } fragment F on Query { two }')).toEqual(denied);

  const config = {
    authProviders: IAM_ONLY,
    connectionAuthModes: IAM_ONLY,
    defaultPublishAuthModes: IAM_ONLY,
    defaultSubscribeAuthModes: IAM_ONLY,
  };
  const events = await createEventApi(emulator, {}, config);
  expect(await events.publish('/default/a', [1], signed('appsync'))).toMatchObject({ status: 401 });
  await grant(allow('appsync:EventPublish', `${events.api.apiArn}/channelNamespace/default`));
  expect(await events.publish('/default/a', [1], signed('appsync'))).toMatchObject({ status: 200 });
  await revoke();
});

test('keys that were not made here stand for their account', async () => {
  const { FunctionUrl } = await emulator.client(Lambda).getFunctionUrlConfig({ FunctionName: 'f' });
  const url = `${emulator.url}/_function-url/${new URL(FunctionUrl!).hostname.split('.')[0]}/`;
  const anybody = { credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
  expect((await answerOf(url, { headers: signed('lambda', anybody) }))[0]).toBe(200);
});
