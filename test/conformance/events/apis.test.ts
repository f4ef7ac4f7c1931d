// APIs as targets of rules: the request that an API gets of an event, and what becomes of refused ones.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import type { Target } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, receive } = fixture;
const ROLE = 'arn:aws:iam::000000000000:role/invoke';
const PARAMETERS = {
  PathParameterValues: ['$.detail.id', 'a b'],
  HeaderParameters: { 'X-Kind': '$.source', 'User-Agent': 'mine' },
  QueryStringParameters: { from: 'rule' },
};

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let server: Server;
let endpoint: string;
let received: Received[] = [];
let status = 200;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
// The first APIs of a process load the clients and the service: not within the time of a test.
beforeAll(async () => {
  await using first = await startTestEmulator();
  await fetch(`${first.url}/_execute-api/${await restApi('NONE', first)}/dev/x`, { method: 'POST' });
  await fetch(`${first.url}/_execute-api/${await httpApi(first)}/x`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  status = 200;
});

const arnOf = (id: string, end: string): string => `arn:aws:execute-api:us-east-1:000000000000:${id}/${end}`;

/** A REST API whose method POST of every path goes to the endpoint, deployed to the stage `dev`. */
async function restApi(authorizationType = 'NONE', emulator = fixture.emulator): Promise<string> {
  const api = emulator.client(APIGateway);
  const { id: restApiId = '', rootResourceId: parentId } = await api.createRestApi({ name: 'shop' });
  const { id: resourceId = '' } = await api.createResource({ restApiId, parentId: parentId!, pathPart: '{proxy+}' });
  const method = { restApiId, resourceId, httpMethod: 'POST' };
  await api.putMethod({ ...method, authorizationType, requestParameters: { 'method.request.path.proxy': true } });
  const requestParameters = { 'integration.request.path.proxy': 'method.request.path.proxy' };
  const integration = { type: 'HTTP_PROXY', integrationHttpMethod: 'POST', uri: `${endpoint}/{proxy}`, requestParameters } as const;
  await api.putIntegration({ ...method, ...integration });
  await api.createDeployment({ restApiId, stageName: 'dev' });
  return restApiId;
}

/** An HTTP API whose default route goes to the endpoint. */
async function httpApi(emulator = fixture.emulator): Promise<string> {
  const api = emulator.client(ApiGatewayV2);
  const { ApiId = '' } = await api.createApi({ Name: 'shop', ProtocolType: 'HTTP' });
  const integration = { IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'ANY', IntegrationUri: `${endpoint}/{proxy}` } as const;
  const { IntegrationId } = await api.createIntegration({ ApiId, ...integration, PayloadFormatVersion: '1.0' });
  await api.createRoute({ ApiId, RouteKey: 'ANY /{proxy+}', Target: `integrations/${IntegrationId}` });
  await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
  return ApiId;
}

async function sendTo(Arn: string, more: Partial<Target> = {}): Promise<void> {
  await makeRule('all', [{ Id: 'api', Arn, ...more }]);
  await put({ Detail: '{"id": 7}' });
}

describe('an event becomes a request', () => {
  it('to a REST API, with its path, headers and query', async () => {
    await sendTo(arnOf(await restApi(), 'dev/POST/pets/*/lines/*'), { Input: '{"n":12345678901234567890}', HttpParameters: PARAMETERS });
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/pets/7/lines/a%20b?from=rule',
        headers: { 'x-kind': 'shop', 'content-type': 'application/json; charset=utf-8' },
        body: '{"n":12345678901234567890}',
      },
    ]);
    expect(received[0]?.headers['user-agent']).not.toBe('mine');
  });

  it('to an HTTP API', async () => {
    await sendTo(arnOf(await httpApi(), '$default/PUT/pets/*/*'), { HttpParameters: PARAMETERS });
    expect(received).toMatchObject([{ method: 'PUT', url: '/pets/7/a%20b?from=rule', headers: { 'x-kind': 'shop' } }]);
    expect(received[0]?.body).toContain('"detail":{"id":7}');
  });

  it('that is signed where the target has a role, for methods that ask for a signature', async () => {
    const id = await restApi('AWS_IAM');
    await sendTo(arnOf(id, 'dev/POST/pets'));
    expect(received).toEqual([]);
    await sendTo(arnOf(id, 'dev/POST/pets'), { RoleArn: ROLE });
    expect(received).toMatchObject([{ url: '/pets' }]);
  });
});

describe('a refused request', () => {
  const lost = async (end: string, more: Partial<Target> = {}, id?: string) => {
    const url = await makeQueue('lost');
    const target = { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: { Arn: queueArn('lost') }, ...more };
    const api = id ?? (await restApi());
    await sendTo(arnOf(api, end), target);
    await fixture.emulator.clock.advance('1m');
    const [letter] = await receive(url);
    const { ERROR_CODE: code, ERROR_MESSAGE: message } = letter?.MessageAttributes ?? {};
    return [code?.StringValue, message?.StringValue?.replace(api, 'API')];
  };

  it.each([
    [503, 3],
    [400, 1],
  ])('with status %i is made %i times', async (answered, attempts) => {
    status = answered;
    expect(await lost('dev/POST/pets')).toEqual(['SDK_CLIENT_ERROR', `The API API answered with status ${answered}.`]);
    expect(received).toHaveLength(attempts);
  });

  it('with fewer path values than wildcards says so', async () => {
    expect(await lost('dev/POST/pets/*')).toEqual(['INVALID_PARAMETER', expect.stringContaining('more wildcards than the target has')]);
  });

  it('for an API that there is not says so', async () => {
    expect(await lost('dev/POST/pets', {}, 'gone')).toEqual(['NO_RESOURCE', expect.stringContaining('does not exist')]);
  });

  it('for all stages says that it needs one', async () => {
    expect(await lost('*/POST/pets')).toEqual(['INVALID_PARAMETER', expect.stringContaining('names no stage')]);
  });
});
