// Requests through the steps of a REST API: routing, keys, validation, mappings, integrations, answers of the gateway itself.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
let backend: Server;
let backendUrl: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
  api = useRestApi(emulator);
  backend = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, rawHeaders } = request;
      response.writeHead(url?.includes('teapot') ? 418 : 200, { 'X-Backend': 'yes', Server: 'backend' });
      response.end(JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(chunks).toString() }));
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await emulator.stop();
  backend.close();
});

async function deployed(path: string, httpMethod: string, settings: object, integration: object, responses: object[] = []) {
  const { restApiId, rootId } = await api.create();
  const resourceId = await api.resource(restApiId, rootId, path);
  const method = { restApiId, resourceId, httpMethod };
  await api.method(method, settings, integration);
  for (const response of responses) await api.client.putIntegrationResponse({ ...method, statusCode: '200', ...response });
  await api.deploy(restApiId);
  return { restApiId, method };
}

const OK = { requestTemplates: { 'application/json': '{statusCode: 200}' } };

describe('a mocked method', () => {
  it('renders its templates, with overrides of status and headers', async () => {
    const { restApiId } = await deployed('/pets/{id}', 'POST', {}, OK, [
      {
        responseTemplates: {
          'application/json':
            '#set($context.responseOverride.status = 201)#set($context.responseOverride.header["X-Id"] = "7"){"id": "$input.params(\'id\')", "path": "$context.resourcePath", "q": "$input.params(\'q\')"}',
        },
        responseParameters: { 'method.response.header.X-Static': "'fixed'", 'method.response.header.X-Request': 'context.requestId' },
      },
    ]);
    const response = await api.call(restApiId, '/dev/pets/a%20b?q=1', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: 'a%20b', path: '/pets/{id}', q: '1' });
    expect(response.headers.get('x-static')).toBe('fixed');
    expect(response.headers.get('x-id')).toBe('7');
    expect(response.headers.get('x-request')).toBe(response.headers.get('x-amzn-requestid'));
  });

  it('answers 500 for a template that fails, and logs why', async () => {
    const { restApiId, method } = await deployed('/x', 'GET', {}, { requestTemplates: { 'application/json': '#if(true)' } });
    const response = await api.call(restApiId, '/dev/x');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal server error' });
    const tested = await api.client.testInvokeMethod({ ...method });
    expect(tested.status).toBe(500);
    expect(tested.log).toContain('#end expected at line 1');
  });
});

describe('what has no route', () => {
  it('is answered in the words of the service', async () => {
    const { restApiId } = await deployed('/pets', 'GET', {}, OK, [{}]);
    const missing = await api.call(restApiId, '/dev/none');
    expect(missing.status).toBe(403);
    expect(missing.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
    expect(await missing.json()).toEqual({ message: 'Missing Authentication Token' });
    expect((await api.call(restApiId, '/other/pets')).status).toBe(403);
    const unknown = await api.call('none', '/dev/pets');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toEqual({ message: "The API id 'none' does not correspond to a deployed API Gateway API" });
  });

  // Recorded: https://github.com/localstack/localstack, test_lambda_aws_proxy_integration, "invocation-payload-with-prepended-slash"
  it('is not a path with more slashes behind the stage, or before it', async () => {
    const path = { responseTemplates: { 'application/json': '$context.path' } };
    const { restApiId } = await deployed('/pets', 'GET', {}, OK, [path]);
    for (const [sent, told] of [
      ['/dev//pets', '/dev//pets'],
      ['/dev///pets/', '/dev///pets/'],
      ['//dev/pets', '/dev/pets'],
    ] as const) {
      const response = await api.call(restApiId, sent);
      expect({ sent, status: response.status, text: await response.text() }).toEqual({ sent, status: 200, text: told });
    }
    expect((await api.call(restApiId, '/dev/pets//x')).status).toBe(403);
  });

  it('is answered as the API sets it', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    await api.method({ restApiId, resourceId, httpMethod: 'GET' }, {}, OK);
    await api.client.putGatewayResponse({
      restApiId,
      responseType: 'DEFAULT_4XX',
      statusCode: '404',
      responseTemplates: { 'application/json': '{"error": $context.error.messageString, "type": "$context.error.responseType"}' },
      responseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" },
    });
    await api.deploy(restApiId);
    const response = await api.call(restApiId, '/dev/none');
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({ error: 'Missing Authentication Token', type: 'MISSING_AUTHENTICATION_TOKEN' });
  });
});

describe('keys and validators', () => {
  it('let only keys of a plan of the stage in', async () => {
    const { restApiId } = await deployed('/k', 'GET', { apiKeyRequired: true }, OK, [{ responseTemplates: { 'application/json': 'in' } }]);
    const { id: keyId, value } = await api.client.createApiKey({ name: 'k', enabled: true });
    const call = async () => (await api.call(restApiId, '/dev/k', { headers: { 'x-api-key': value! } })).status;
    expect(await call()).toBe(403);
    const { id: usagePlanId } = await api.client.createUsagePlan({ name: 'p', apiStages: [{ apiId: restApiId, stage: 'dev' }] });
    await api.client.createUsagePlanKey({ usagePlanId, keyId, keyType: 'API_KEY' });
    expect(await call()).toBe(200);
    await api.client.updateApiKey({ apiKey: keyId, patchOperations: [{ op: 'replace', path: '/enabled', value: 'false' }] });
    expect(await call()).toBe(403);
  });

  it('name all parameters that are missing: headers, path, query', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    const { id: requestValidatorId } = await api.client.createRequestValidator({ restApiId, name: 'v', validateRequestParameters: true });
    const requestParameters = { 'method.request.querystring.q': true, 'method.request.header.h': true };
    await api.method({ restApiId, resourceId, httpMethod: 'GET' }, { requestValidatorId, requestParameters }, OK);
    await api.deploy(restApiId);
    const response = await api.call(restApiId, '/dev');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: 'Missing required request parameters: [h, q]' });
  });
});

describe('bodies', () => {
  it('are judged by the model of their type', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    const schema = JSON.stringify({ type: 'object', required: ['a'], properties: { a: { type: 'string' } } });
    await api.client.createModel({ restApiId, name: 'Thing', contentType: 'application/json', schema });
    const { id: requestValidatorId } = await api.client.createRequestValidator({ restApiId, name: 'v', validateRequestBody: true });
    const method = { restApiId, resourceId, httpMethod: 'POST' };
    await api.method(method, { requestValidatorId, requestModels: { 'application/json': 'Thing' } }, OK);
    await api.client.putIntegrationResponse({ ...method, statusCode: '200' });
    await api.deploy(restApiId);
    const call = (body: string) => api.call(restApiId, '/dev', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect((await call('{"a": "x"}')).status).toBe(200);
    for (const body of ['{"a": 1}', '', 'no JSON']) {
      const refused = await call(body);
      expect([refused.status, await refused.json()]).toEqual([400, { message: 'Invalid request body' }]);
    }
  });
});

describe('an HTTP endpoint', () => {
  it('gets the request as it is, with its path and what is mapped', async () => {
    const { restApiId } = await deployed(
      '/{proxy+}',
      'ANY',
      {},
      {
        type: 'HTTP_PROXY',
        integrationHttpMethod: 'ANY',
        uri: `${backendUrl}/base/{proxy}`,
        requestParameters: { 'integration.request.path.proxy': 'method.request.path.proxy', 'integration.request.header.X-Added': "'1'" },
      },
    );
    const response = await api.call(restApiId, '/dev/a/b?x=1&x=2', { method: 'PUT', body: 'text', headers: { 'X-Mine': 'Yes' } });
    const seen = (await response.json()) as { method: string; url: string; rawHeaders: string[]; body: string };
    expect(seen).toMatchObject({ method: 'PUT', url: '/base/a/b?x=1&x=2', body: 'text' });
    expect(seen.rawHeaders).toEqual(expect.arrayContaining(['X-Added', '1']));
    expect(response.headers.get('x-backend')).toBe('yes');
    expect(response.headers.get('x-amzn-remapped-server')).toBe('backend');
  });

  it('is answered by the response whose pattern fits its status', async () => {
    const { restApiId, method } = await deployed(
      '/t',
      'GET',
      {},
      { type: 'HTTP', integrationHttpMethod: 'GET', uri: `${backendUrl}/teapot` },
      [
        { responseTemplates: { 'application/json': 'default' } },
        { statusCode: '404', selectionPattern: '4\\d{2}', responseTemplates: { 'application/json': '{"was": "$input.path(\'$.url\')"}' } },
      ],
    );
    const response = await api.call(restApiId, '/dev/t');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ was: '/teapot' });
    expect(await api.client.testInvokeMethod({ ...method })).toMatchObject({ status: 404, body: '{"was": "/teapot"}' });
  });

  it('that cannot be reached is a failure of the integration', async () => {
    const { restApiId } = await deployed('/t', 'GET', {}, { type: 'HTTP', integrationHttpMethod: 'GET', uri: 'http://127.0.0.1:1/' }, [{}]);
    const response = await api.call(restApiId, '/dev/t');
    expect(response.status).toBe(504);
    expect(response.headers.get('x-amzn-errortype')).toBe('InternalServerErrorException');
  });
});

describe('a service', () => {
  it('is called by an action in the query', async () => {
    const { restApiId } = await deployed(
      '/q',
      'POST',
      {},
      {
        type: 'AWS',
        integrationHttpMethod: 'POST',
        uri: 'arn:aws:apigateway:us-east-1:sqs:action/CreateQueue',
        credentials: 'arn:aws:iam::000000000000:role/api',
        requestParameters: { 'integration.request.querystring.QueueName': "'made'" },
      },
      [{ responseTemplates: {} }],
    );
    const response = await api.call(restApiId, '/dev/q', { method: 'POST' });
    expect(await response.text()).toContain('/made');
    expect(response.status).toBe(200);
  });

  it('is called by the target that a template sets', async () => {
    const template = `#set($context.requestOverride.header.X-Amz-Target = "AWSEvents.PutEvents")
      #set($context.requestOverride.header.Content-Type = "application/x-amz-json-1.1")
      {"Entries": [{"Source": "shop", "DetailType": "Order", "Detail": "{}"}]}`;
    const { restApiId } = await deployed(
      '/events',
      'POST',
      {},
      {
        type: 'AWS',
        integrationHttpMethod: 'POST',
        uri: 'arn:aws:apigateway:us-east-1:events:action/PutEvents',
        credentials: 'arn:aws:iam::000000000000:role/api',
        requestTemplates: { 'application/json': template },
      },
      [{ responseTemplates: {} }],
    );
    const response = await api.call(restApiId, '/dev/events', { method: 'POST' });
    expect(await response.json()).toMatchObject({ FailedEntryCount: 0 });
  });
});
