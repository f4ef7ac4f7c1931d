// Functions that decide who may call a method, and proxy integrations that see what they decided.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';
import { useRestApi } from './use-rest-api.ts';

let fixture: Fixture;
let api: ReturnType<typeof useRestApi>;
const uriOf = (name: string) =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:${name}/invocations`;

const AUTHORIZER = `const { type, authorizationToken = '', methodArn, headers } = event;
  const token = authorizationToken || headers['X-Token'];
  if (token === 'throw') throw new Error('Unauthorized');
  if (token === 'fail') throw new Error('other');
  const Effect = token === 'deny' ? 'Deny' : 'Allow';
  return { principalId: token, policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }] }, context: { type, number: 7 } };`;

beforeAll(async () => {
  fixture = await startFixture();
  api = useRestApi(fixture.emulator);
  await fixture.create('authorizer', AUTHORIZER);
  await fixture.create(
    'echo',
    'return { statusCode: 201, headers: { "X-One": "1" }, multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] }, body: JSON.stringify(event) };',
  );
  for (const FunctionName of ['authorizer', 'echo'])
    await fixture.lambda.addPermission({
      FunctionName,
      StatementId: 'api',
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
    });
});
afterAll(() => fixture.emulator.stop());

async function deployed(type: 'TOKEN' | 'REQUEST', settings: object) {
  const { restApiId, rootId } = await api.create();
  const { id: authorizerId } = await api.client.createAuthorizer({
    restApiId,
    name: 'a',
    type,
    authorizerUri: uriOf('authorizer'),
    ...settings,
  });
  for (const path of ['/one', '/two']) {
    const resourceId = await api.resource(restApiId, rootId, path);
    const integration = { type: 'AWS_PROXY' as const, integrationHttpMethod: 'POST', uri: uriOf('echo') };
    await api.method(
      { restApiId, resourceId, httpMethod: 'ANY' },
      { authorizationType: 'CUSTOM', authorizerId: authorizerId! },
      integration,
    );
  }
  await api.deploy(restApiId);
  return { restApiId, authorizerId: authorizerId! };
}

it('let tokens through, and refuse others in the words of the service', async () => {
  const { restApiId, authorizerId } = await deployed('TOKEN', { identityValidationExpression: '[a-z]+' });
  const call = async (authorization?: string, path = '/dev/one') => {
    const response = await api.call(restApiId, path, {
      method: 'POST',
      body: 'x',
      headers: authorization === undefined ? {} : { authorization },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
  };
  const { status, headers, body } = await call('anna');
  expect(status).toBe(201);
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(body).toMatchObject({
    resource: '/one',
    path: '/one',
    httpMethod: 'POST',
    body: 'x',
    isBase64Encoded: false,
    pathParameters: null,
    requestContext: { stage: 'dev', path: '/dev/one', authorizer: { principalId: 'anna', type: 'TOKEN', number: '7' } },
  });
  expect(await call()).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
  expect(await call('123')).toMatchObject({ status: 401 });
  expect(await call('throw')).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
  expect(await call('fail')).toMatchObject({ status: 500, body: { message: null } });
  expect(await call('deny')).toMatchObject({
    status: 403,
    body: { Message: 'User is not authorized to access this resource with an explicit deny' },
  });
  // The result is kept, and its policy names the first method only.
  expect(await call('anna', '/dev/two')).toMatchObject({
    status: 403,
    body: { Message: 'User is not authorized to access this resource' },
  });
  const tested = await api.client.testInvokeAuthorizer({ restApiId, authorizerId, headers: { Authorization: 'anna' } });
  expect(tested).toMatchObject({ clientStatus: 0, principalId: 'anna' });
});

it('are asked with the whole request where they want it', async () => {
  const { restApiId } = await deployed('REQUEST', { identitySource: 'method.request.header.X-Token', authorizerResultTtlInSeconds: 0 });
  const response = await api.call(restApiId, '/dev/one', { headers: { 'X-Token': 'anna' } });
  expect(await response.json()).toMatchObject({ requestContext: { authorizer: { principalId: 'anna', type: 'REQUEST' } } });
  expect((await api.call(restApiId, '/dev/one')).status).toBe(401);
});

it('see the API key of methods that need one, and its id where there is such a key', async () => {
  const told = `return { principalId: 'p', policyDocument: { Version: '2012-10-17', Statement: [{ Action: '*', Effect: 'Allow', Resource: '*' }] },
    context: { identity: JSON.stringify(event.requestContext.identity) } };`;
  await fixture.create('tells', told);
  await fixture.lambda.addPermission({
    ...{ FunctionName: 'tells', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  });
  const { restApiId, rootId: resourceId } = await api.create();
  const settings = { type: 'REQUEST' as const, identitySource: 'method.request.header.X-Token', authorizerResultTtlInSeconds: 0 };
  const { id: authorizerId } = await api.client.createAuthorizer({ restApiId, name: 'a', authorizerUri: uriOf('tells'), ...settings });
  for (const [httpMethod, apiKeyRequired] of [
    ['GET', true],
    ['POST', false],
  ] as const) {
    const integration = { type: 'AWS_PROXY' as const, integrationHttpMethod: 'POST', uri: uriOf('echo') };
    await api.method(
      { restApiId, resourceId, httpMethod },
      { authorizationType: 'CUSTOM', authorizerId: authorizerId!, apiKeyRequired },
      integration,
    );
  }
  await api.deploy(restApiId);
  const { id: keyId, value } = await api.client.createApiKey({ name: 'k', enabled: true, generateDistinctId: true });
  const { id: usagePlanId } = await api.client.createUsagePlan({ name: 'p', apiStages: [{ apiId: restApiId, stage: 'dev' }] });
  await api.client.createUsagePlanKey({ usagePlanId, keyId, keyType: 'API_KEY' });
  const identity = async (method: string): Promise<unknown> => {
    const response = await api.call(restApiId, '/dev', { method, headers: { 'x-token': 'anna', 'x-api-key': value! } });
    const { requestContext } = (await response.json()) as { requestContext: { authorizer: { identity: string } } };
    return JSON.parse(requestContext.authorizer.identity);
  };
  expect(await identity('GET')).toMatchObject({ apiKey: value, apiKeyId: keyId });
  expect(await identity('POST')).not.toHaveProperty('apiKey');
});

it('of integrations that are no proxies get JSON: the log names the template that makes none', async () => {
  const { restApiId, rootId: resourceId } = await api.create();
  const integration = { type: 'AWS' as const, integrationHttpMethod: 'POST', uri: uriOf('echo') };
  const requestTemplates = { 'application/json': '{"a": $input.params("a")}', 'text/plain': '{"a": "$input.params("a")"}' };
  await api.method({ restApiId, resourceId, httpMethod: 'POST' }, {}, { ...integration, requestTemplates });
  await api.client.putMethodResponse({ restApiId, resourceId, httpMethod: 'POST', statusCode: '200' });
  await api.client.putIntegrationResponse({ restApiId, resourceId, httpMethod: 'POST', statusCode: '200' });
  await api.deploy(restApiId);
  const call = (type: string) => api.call(restApiId, '/dev?a=word', { method: 'POST', body: '{}', headers: { 'content-type': type } });
  expect((await call('text/plain')).status).toBe(200);
  expect((await call('application/json')).status).toBe(500);
  const line = 'the template application/json made what is no JSON: {"a": word}';
  expect(fixture.emulator.lines.join('\n')).toContain(line);
  const { log } = await api.client.testInvokeMethod({
    restApiId,
    resourceId,
    httpMethod: 'POST',
    pathWithQueryString: '/?a=word',
    body: '{}',
  });
  expect(log).toContain(line);
});

it('do not wait for functions that take too long', async () => {
  const { restApiId, rootId: resourceId } = await api.create();
  await fixture.create('slow', 'await new Promise(() => setInterval(() => {}, 1000));');
  await fixture.lambda.addPermission({
    ...{ FunctionName: 'slow', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  });
  const integration = { type: 'AWS_PROXY' as const, integrationHttpMethod: 'POST', uri: uriOf('slow'), timeoutInMillis: 50 };
  await api.method({ restApiId, resourceId, httpMethod: 'GET' }, {}, integration);
  await api.deploy(restApiId);
  const response = await api.call(restApiId, '/dev');
  expect([response.status, await response.json()]).toEqual([504, { message: 'Endpoint request timed out' }]);
});
