// WebSocket APIs whose integrations are no proxies: templates, parameters, integration responses; and what is checked before them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import type { CreateIntegrationCommandInput, CreateIntegrationResponseCommandInput } from '@aws-sdk/client-apigatewayv2';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, invocationUri, useApis } from './use-apis.ts';
import { open, type SocketClient } from './use-sockets.ts';

const fixture = useApis();
const ROLE = `arn:aws:iam::${ACCOUNT}:role/apis`;
const MOCK = { IntegrationType: 'MOCK', RequestTemplates: { $default: '{"statusCode": 200}' } } as const;

type Integration = Omit<CreateIntegrationCommandInput, 'ApiId'>;
type Response = Omit<CreateIntegrationResponseCommandInput, 'ApiId' | 'IntegrationId'>;

let server: Server;
let received: { url: string | undefined; kind: unknown; body: string }[] = [];
beforeAll(async () => {
  await fixture.create('chat', 'if (event.fail) throw new Error("not " + event.fail); return { got: event };');
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ url: request.url, kind: request.headers['x-kind'], body });
      response.writeHead(body.includes('bad') ? 422 : 200).end('{"id":7}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface RouteSettings {
  readonly integration: Integration;
  readonly responses?: readonly Response[];
  readonly route?: object;
  /** By default `$default`. */
  readonly key?: string;
  readonly api?: object;
}

/** The URL of an API with that route, whose answers go to the client. */
async function socketApi({ integration, responses = [], route = {}, key = '$default', api: settings = {} }: RouteSettings) {
  const { api } = fixture;
  const base = { Name: 'chat', ProtocolType: 'WEBSOCKET' as const, RouteSelectionExpression: '$request.body.action' };
  const { ApiId = '', ApiEndpoint = '' } = await api.createApi({ ...base, ...settings });
  const { IntegrationId = '' } = await api.createIntegration({ ApiId, ...integration });
  for (const response of responses) await api.createIntegrationResponse({ ApiId, IntegrationId, ...response });
  await api.createModel({ ApiId, Name: 'Message', Schema: '{"type":"object","required":["text"]}', ContentType: 'application/json' });
  const reply = { RouteResponseSelectionExpression: '$default', Target: `integrations/${IntegrationId}` };
  const { RouteId = '' } = await api.createRoute({ ApiId, RouteKey: key, ...reply, ...route });
  await api.createRouteResponse({ ApiId, RouteId, RouteResponseKey: '$default' });
  await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true, StageVariables: { kind: 'variable' } });
  return { ApiId, url: `${ApiEndpoint}/dev` };
}

async function answerTo(client: SocketClient, text: string): Promise<string> {
  client.socket.send(text);
  return client.next();
}

describe('messages become requests', () => {
  it('to a service, by the template, and its answer is told by another', async () => {
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl = '' } = await sqs.createQueue({ QueueName: 'messages' });
    const { url } = await socketApi({
      integration: {
        IntegrationType: 'AWS',
        IntegrationMethod: 'POST',
        IntegrationUri: `arn:aws:apigateway:us-east-1:sqs:path/${ACCOUNT}/messages`,
        CredentialsArn: ROLE,
        PassthroughBehavior: 'NEVER',
        RequestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" },
        RequestTemplates: { $default: "Action=SendMessage&MessageBody=$util.urlEncode($input.path('$.text'))+from+$context.connectionId" },
        TemplateSelectionExpression: '\\$default',
      },
      responses: [{ IntegrationResponseKey: '$default', ResponseTemplates: { $default: '{"sent": true, "on": "$stageVariables.kind"}' } }],
    });
    const client = await open(url);
    expect(JSON.parse(await answerTo(client, '{"text":"a b"}'))).toEqual({ sent: true, on: 'variable' });
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl });
    expect(Messages[0]?.Body).toMatch(/^a b from [\w-]+=$/);
    client.socket.close();
  });

  it('with the headers and the query of the handshake, for $connect', async () => {
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl = '' } = await sqs.createQueue({ QueueName: 'handshakes' });
    const { url } = await socketApi({
      key: '$connect',
      integration: {
        IntegrationType: 'AWS',
        IntegrationMethod: 'POST',
        IntegrationUri: `arn:aws:apigateway:us-east-1:sqs:path/${ACCOUNT}/handshakes`,
        CredentialsArn: ROLE,
        RequestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" },
        RequestTemplates: {
          $default:
            "Action=SendMessage&MessageBody=$input.params().get('querystring')+$input.params('foo')+$input.params().get('header').get('X-Kind')",
        },
      },
    });
    const client = await open(`${url}?foo=bar`, { headers: { 'X-Kind': 'test' } });
    client.socket.close();
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl });
    expect(Messages[0]?.Body).toBe('{foo=bar} bar test');
  });

  it('to a function, whose error selects the answer', async () => {
    const { url } = await socketApi({
      integration: {
        IntegrationType: 'AWS',
        IntegrationMethod: 'POST',
        IntegrationUri: invocationUri('chat'),
        RequestTemplates: { $default: '{"text": $input.json("$.text"), "fail": $input.json("$.fail"), "route": "$context.routeKey"}' },
      },
      responses: [
        { IntegrationResponseKey: '/not .*/', ResponseTemplates: { $default: 'failed: $input.path("$.errorMessage")' } },
        { IntegrationResponseKey: '$default', ResponseTemplates: { $default: '$input.json("$.got.text") by $input.path("$.got.route")' } },
      ],
    });
    const client = await open(url);
    expect(await answerTo(client, '{"text":"hi"}')).toBe('"hi" by $default');
    expect(await answerTo(client, '{"text":"hi","fail":"today"}')).toBe('failed: not today');
    client.socket.close();
  });

  it('to a function only as JSON: the log names the template that makes none', async () => {
    const { url } = await socketApi({
      integration: {
        ...{ IntegrationType: 'AWS', IntegrationMethod: 'POST', IntegrationUri: invocationUri('chat') },
        TemplateSelectionExpression: 'greeting',
        RequestTemplates: { greeting: '{"text": $input.path("$.text")}' },
      },
    });
    const client = await open(url);
    expect(JSON.parse(await answerTo(client, '{"text":"no quotes"}'))).toMatchObject({ message: 'Internal server error' });
    client.socket.close();
    expect(fixture.emulator.lines.join('\n')).toContain('the template greeting made what is no JSON: {"text": no quotes}');
  });

  it('to an endpoint, with parameters, and its status selects the answer', async () => {
    received = [];
    const { url } = await socketApi({
      integration: {
        IntegrationType: 'HTTP',
        IntegrationMethod: 'POST',
        IntegrationUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/\${stageVariables.kind}/{id}`,
        RequestParameters: {
          'integration.request.header.x-kind': 'route.request.body.kind',
          'integration.request.querystring.route': 'context.routeKey',
          'integration.request.path.id': "'a b'",
        },
        RequestTemplates: { short: 'short $input.path("$.text")', $default: 'long $input.path("$.text")' },
        TemplateSelectionExpression: '${request.body.form}',
      },
      responses: [
        { IntegrationResponseKey: '/4\\d\\d/', ResponseTemplates: { $default: 'refused' } },
        { IntegrationResponseKey: '$default' },
      ],
    });
    const client = await open(url);
    expect(await answerTo(client, '{"form":"short","kind":"k","text":"hi"}')).toBe('{"id":7}');
    expect(await answerTo(client, '{"form":"none","text":"bad"}')).toBe('refused');
    expect(received).toEqual([
      { url: '/variable/a%20b?route=%24default', kind: 'k', body: 'short hi' },
      { url: '/variable/a%20b?route=%24default', kind: undefined, body: 'long bad' },
    ]);
    client.socket.close();
  });

  it('that no template is for are refused where they may not pass', async () => {
    const { url } = await socketApi({ integration: { IntegrationType: 'MOCK', PassthroughBehavior: 'NEVER' } });
    const client = await open(url);
    expect(JSON.parse(await answerTo(client, '{"text":"hi"}'))).toMatchObject({ message: 'Internal server error' });
    client.socket.close();
  });

  it('are answered by mocks, whose template fails where it does too much', async () => {
    const loop = '#foreach($i in [1..1000000])#foreach($j in [1..1000000])x#end#end';
    const { url } = await socketApi({
      integration: MOCK,
      responses: [{ IntegrationResponseKey: '$default', ResponseTemplates: { $default: `#if($input.path("$.loop"))${loop}#end ok` } }],
    });
    const client = await open(url);
    expect(await answerTo(client, '{"loop":true}')).toContain('Internal server error');
    client.socket.close();
  });
});

describe('before that', () => {
  it('a template decides about $connect', async () => {
    const RequestTemplates = { $default: '{"statusCode": #if($context.identity.userAgent == "good")200#{else}403#end}' };
    const { url } = await socketApi({ key: '$connect', integration: { IntegrationType: 'MOCK', RequestTemplates } });
    await expect(open(url, { headers: { 'user-agent': 'bad' } })).rejects.toThrow('403');
    (await open(url, { headers: { 'user-agent': 'good' } })).socket.close();
  });

  it('a service answers $connect, and its status selects the answer', async () => {
    const listing = (limit: number) =>
      socketApi({
        key: '$connect',
        integration: {
          ...{ IntegrationType: 'AWS', IntegrationMethod: 'POST', CredentialsArn: ROLE },
          IntegrationUri: 'arn:aws:apigateway:us-east-1:dynamodb:action/ListTables',
          RequestTemplates: { $default: `{"Limit": ${limit}}` },
        },
        responses: [{ IntegrationResponseKey: '/200/' }],
      });
    (await open((await listing(1)).url)).socket.close();
    await expect(open((await listing(0)).url)).rejects.toThrow('502');
  });

  it('parameters that $connect requires must be there', async () => {
    const RequestParameters = { 'route.request.querystring.room': { Required: true }, 'route.request.header.x-a': { Required: false } };
    const { url } = await socketApi({ key: '$connect', integration: MOCK, route: { RequestParameters } });
    await expect(open(url)).rejects.toThrow('400');
    (await open(`${url}?room=1`)).socket.close();
  });

  it('messages must be what their model says, unless the API does not validate', async () => {
    const route = { RequestModels: { $default: 'Message' }, ModelSelectionExpression: '$default' };
    const responses = [{ IntegrationResponseKey: '$default', ResponseTemplates: { $default: 'ok' } }];
    const client = await open((await socketApi({ integration: MOCK, responses, route })).url);
    expect(await answerTo(client, '{"text":"hi"}')).toBe('ok');
    expect(JSON.parse(await answerTo(client, '{"other":1}'))).toMatchObject({ message: 'Invalid request body' });
    expect(JSON.parse(await answerTo(client, 'no json'))).toMatchObject({ message: 'Invalid request body' });
    client.socket.close();
    const lax = await open((await socketApi({ integration: MOCK, responses, route, api: { DisableSchemaValidation: true } })).url);
    expect(await answerTo(lax, '{"other":1}')).toBe('ok');
    lax.socket.close();
  });

  it('routes that need an API key take that of a usage plan of the stage', async () => {
    const rest = fixture.emulator.client(APIGateway);
    const { url, ApiId } = await socketApi({ key: '$connect', integration: MOCK, route: { ApiKeyRequired: true } });
    const { id: keyId = '', value = '' } = await rest.createApiKey({ name: 'k', enabled: true });
    const { id: usagePlanId = '' } = await rest.createUsagePlan({ name: 'p', apiStages: [{ apiId: ApiId, stage: 'dev' }] });
    await expect(open(url, { headers: { 'x-api-key': value } })).rejects.toThrow('403');
    await rest.createUsagePlanKey({ usagePlanId, keyId, keyType: 'API_KEY' });
    await expect(open(url)).rejects.toThrow('403');
    (await open(url, { headers: { 'x-api-key': value } })).socket.close();
  });
});
