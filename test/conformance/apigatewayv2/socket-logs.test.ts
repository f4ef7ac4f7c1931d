// Access logs and execution logs of WebSocket APIs, in log groups.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { beforeAll, expect, it } from 'vitest';
import { ACCOUNT, functionArn, invocationUri, useApis } from './use-apis.ts';
import { open } from './use-sockets.ts';

const fixture = useApis();
const FORMAT =
  '$context.eventType $context.routeKey $context.status $context.connectionId $context.error.message $context.integrationLatency $context.requestId $context.authorizer.who';

beforeAll(async () => {
  await fixture.create('chat', 'if (event.body === "fail") throw new Error("no"); return { statusCode: 201, body: event.body };');
});

const logs = () => fixture.emulator.client(CloudWatchLogs);

async function linesIn(logGroupName: string): Promise<string[]> {
  await fixture.emulator.idle();
  const { events = [] } = await logs().filterLogEvents({ logGroupName });
  return events.map(({ message = '' }) => message);
}

/** An API with the routes; its stage logs as the settings say. */
async function socketApi(keys: readonly string[], stage: object): Promise<{ id: string; url: string }> {
  const { api } = fixture;
  const { ApiId = '', ApiEndpoint = '' } = await api.createApi({
    Name: 'chat',
    ...{ ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action' },
  });
  const { IntegrationId } = await api.createIntegration({ ApiId, IntegrationType: 'AWS_PROXY', IntegrationUri: functionArn('chat') });
  for (const RouteKey of keys) await api.createRoute({ ApiId, RouteKey, Target: `integrations/${IntegrationId}` });
  await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true, ...stage });
  return { id: ApiId, url: `${ApiEndpoint}/dev` };
}

/** Sends the messages and closes; returns once the API knows of the end. */
async function talk(url: string, messages: readonly string[]): Promise<void> {
  const client = await open(url, { headers: { 'user-agent': 'tests' } });
  for (const message of messages) client.socket.send(message);
  await fixture.emulator.idle();
  client.socket.close(1000, 'bye');
  await client.closed;
}

it('have a line of the access log per run of a route', async () => {
  const group = '/chat/access';
  await logs().createLogGroup({ logGroupName: group });
  const { url } = await socketApi(['$connect', '$default', '$disconnect'], {
    AccessLogSettings: { DestinationArn: `arn:aws:logs:us-east-1:${ACCOUNT}:log-group:${group}`, Format: FORMAT },
  });
  await talk(url, ['hi', 'fail']);
  const lines = await linesIn(group);
  const id = String(lines[0]?.split(' ')[3]);
  expect(id).toMatch(/^[\w-]{15}=$/);
  expect(lines.sort()).toEqual(
    [
      `CONNECT $connect 201 ${id} -`,
      `DISCONNECT $disconnect 201 ${id} -`,
      `MESSAGE $default 201 ${id} -`,
      `MESSAGE $default 500 ${id} Internal server error`,
    ].map((start) => expect.stringMatching(new RegExp(`^${start.replaceAll('$', '\\$')} \\d+ [\\w-]{15}= -$`))),
  );
});

it('say in the access log why a client is refused', async () => {
  const group = '/chat/refused';
  await logs().createLogGroup({ logGroupName: group });
  const { id: ApiId, url } = await socketApi(['join'], {
    AccessLogSettings: {
      DestinationArn: `arn:aws:logs:us-east-1:${ACCOUNT}:log-group:${group}:*`,
      Format: '$context.requestId $context.status $context.error.responseType $context.authorizer.status $context.authorizer.error',
    },
  });
  await talk(url, ['no json']);
  const { AuthorizerId } = await fixture.api.createAuthorizer({
    ...{ ApiId, Name: 'door', AuthorizerType: 'REQUEST', AuthorizerUri: invocationUri('chat') },
    IdentitySource: ['route.request.querystring.key'],
  });
  await fixture.api.createRoute({ ApiId, RouteKey: '$connect', AuthorizationType: 'CUSTOM', AuthorizerId });
  await expect(open(url)).rejects.toThrow('401');
  const lines = (await linesIn(group)).map((line) => line.slice(line.indexOf(' ') + 1));
  expect(lines).toEqual(
    expect.arrayContaining([
      '403 ACCESS_DENIED - -',
      '401 UNAUTHORIZED 401 the handshake lacks a value of the identity source: route.request.querystring.key',
    ]),
  );
});

it('have an execution log, with bodies where data is traced', async () => {
  const { id, url } = await socketApi(['$connect', '$default'], {
    DefaultRouteSettings: { LoggingLevel: 'INFO' },
  });
  await talk(url, ['{"first":1}']);
  const lines = await linesIn(`/aws/apigateway/${id}/dev`);
  const texts = lines.map((line) => line.replace(/^\([\w-]{15}=\) /, '').replace(/[\w-]{15}=/g, 'ID'));
  expect(texts).toEqual([
    'Extended Request Id: ID',
    'Starting execution for request: ID',
    'WebSocket Request Route: [$connect]',
    `Client [UserAgent: tests, SourceIp: 127.0.0.1] is connecting to WebSocket API [${id}].`,
    `Endpoint request URI: ${functionArn('chat')}`,
    'Received response. Status: 201, Integration latency: 0 ms',
    `Client [Connection Id: ID] connected to API [${id}] successfully.`,
    'Extended Request Id: ID',
    'Starting execution for request: ID',
    'WebSocket Request Route: [$default]',
    `WebSocket API [${id}] received message from client [Connection Id: ID].`,
    `Endpoint request URI: ${functionArn('chat')}`,
    'Received response. Status: 201, Integration latency: 0 ms',
    `Message from client [Connection Id: ID] sent to API [${id}] with response status code [201].`,
    'Extended Request Id: ID',
    'Starting execution for request: ID',
    'WebSocket Request Route: [$disconnect]',
    `Client [Connection Id: ID] disconnected from API [${id}]. Close reason: [1000: bye]`,
  ]);
  await fixture.api.updateStage({
    ...{ ApiId: id, StageName: 'dev' },
    RouteSettings: { $default: { LoggingLevel: 'INFO', DataTraceEnabled: true } },
  });
  await talk(url, ['{"second":2}']);
  expect((await linesIn(`/aws/apigateway/${id}/dev`)).filter((line) => line.includes('"second\\":2')).length).toBeGreaterThan(0);
});

it('have only what failed at the level ERROR, and nothing at OFF', async () => {
  const { id, url } = await socketApi(['$default'], {
    DefaultRouteSettings: { LoggingLevel: 'ERROR' },
  });
  await talk(url, ['hi', 'fail']);
  const lines = await linesIn(`/aws/apigateway/${id}/dev`);
  expect(lines.filter((line) => line.includes('WebSocket Request Route'))).toHaveLength(1);
  expect(lines).toContainEqual(expect.stringContaining('Execution failed: the function failed: no'));
  const quiet = await socketApi(['$default'], {});
  await talk(quiet.url, ['fail']);
  await expect(linesIn(`/aws/apigateway/${quiet.id}/dev`)).rejects.toThrow('does not exist');
});
