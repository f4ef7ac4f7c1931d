// WebSocket APIs: handshakes, routes, replies, connections that programs write to, and their ends.
import { ApiGatewayManagementApi } from '@aws-sdk/client-apigatewaymanagementapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, functionArn, invocationUri, useApis } from './use-apis.ts';
import { open } from './use-sockets.ts';

const fixture = useApis();

/** An API whose routes all lead to one function, with replies. */
async function socketApi(
  keys: readonly string[],
  name: string,
  route: object = {},
  reply: object = { RouteResponseSelectionExpression: '$default' },
): Promise<{ id: string; url: string }> {
  const { api } = fixture;
  const settings = { ProtocolType: 'WEBSOCKET' as const, RouteSelectionExpression: '$request.body.action' };
  const { ApiId = '', ApiEndpoint = '' } = await api.createApi({ Name: 'chat', ...settings });
  const integration = { IntegrationType: 'AWS_PROXY' as const, IntegrationUri: invocationUri(name) };
  const { IntegrationId } = await api.createIntegration({ ApiId, ...integration });
  for (const RouteKey of keys) {
    const more = RouteKey === '$connect' ? route : {};
    const { RouteId = '' } = await api.createRoute({ ApiId, RouteKey, Target: `integrations/${IntegrationId}`, ...reply, ...more });
    await api.createRouteResponse({ ApiId, RouteId, RouteResponseKey: '$default' });
  }
  await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
  return { id: ApiId, url: `${ApiEndpoint}/dev` };
}

beforeAll(async () => {
  await fixture.create('chat', 'return { statusCode: 200, body: JSON.stringify(event) };');
  await fixture.create('refuse', 'return { statusCode: 401, body: "no" };');
  await fixture.create('broken', 'throw new Error("no");');
  await fixture.create('interim', 'return { statusCode: 101 };');
  await fixture.create('injects', 'return { statusCode: 200, headers: { "Sec-WebSocket-Protocol": "two\\r\\nx-evil: 1" } };');
  await fixture.create('object', 'return { statusCode: 200, body: { a: 1 } };');
  await fixture.create('protocol', 'return { statusCode: 200, headers: { "Sec-WebSocket-Protocol": "two" } };');
});

describe('handshakes', () => {
  it('are decided by $connect', async () => {
    for (const [name, status] of [
      ['refuse', '401'],
      ['broken', '502'],
    ] as const)
      await expect(open((await socketApi(['$connect'], name)).url)).rejects.toThrow(status);
    const { id, url } = await socketApi(['$connect'], 'protocol');
    const client = await open(url, { protocols: ['one', 'two'] });
    expect(client.socket.protocol).toBe('two');
    client.socket.close();
    await expect(open(url.replace('/dev', '/prod'))).rejects.toThrow('403');
    expect((await ask(url.replace('ws:', 'http:'))).status).toBe(426);
    await expect(open(`${fixture.emulator.url.replace('http', 'ws')}/_execute-api/nothere/dev`)).rejects.toThrow('403');
    const byPath = await open(`${fixture.emulator.url.replace('http', 'ws')}/_execute-api/${id}/dev`, { protocols: ['two'] });
    byPath.socket.close();
  });

  it('are let through by an authorizer, whose context is in all events', async () => {
    const allow = '{ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "execute-api:Invoke", Resource: event.methodArn }] }';
    await fixture.create(
      'door',
      `if (event.queryStringParameters.key !== "good") throw new Error("Unauthorized"); return { principalId: "p", policyDocument: ${allow}, context: { who: "me" } };`,
    );
    const { id: ApiId, url } = await socketApi(['$default'], 'chat');
    const authorizer = {
      AuthorizerType: 'REQUEST' as const,
      AuthorizerUri: invocationUri('door'),
      IdentitySource: ['route.request.querystring.key'],
    };
    const { AuthorizerId } = await fixture.api.createAuthorizer({ ApiId, Name: 'door', ...authorizer });
    const { IntegrationId } = await fixture.api.createIntegration({
      ApiId,
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: functionArn('chat'),
    });
    const route = { ApiId, RouteKey: '$connect', AuthorizationType: 'CUSTOM' as const, AuthorizerId };
    await fixture.api.createRoute({ ...route, Target: `integrations/${IntegrationId}` });
    await expect(open(url)).rejects.toThrow('401');
    await expect(open(`${url}?key=bad`)).rejects.toThrow('401');
    const client = await open(`${url}?key=good`);
    client.socket.send('hi');
    expect(JSON.parse(await client.next())).toMatchObject({ requestContext: { authorizer: { principalId: 'p', who: 'me' } } });
    client.socket.close();
  });
});

describe('answers that the gateway does not take', () => {
  it.each(['interim', 'injects'])('end the handshake: %s', async (name) => {
    const { url } = await socketApi(['$connect', '$default'], name);
    await expect(open(url, { protocols: ['two'] })).rejects.toThrow('502');
  });

  it('are told to clients as failures', async () => {
    const { url } = await socketApi(['$default'], 'object');
    const client = await open(url);
    client.socket.send('{}');
    expect(JSON.parse(await client.next())).toMatchObject({ message: 'Internal server error' });
    client.socket.close();
  });
});

describe('messages', () => {
  it('go to the route that they name, else to $default, and are answered', async () => {
    const { id, url } = await socketApi(['$default', 'join'], 'chat');
    const client = await open(url, { headers: { 'user-agent': 'tests' } });
    const seen: { requestContext: { routeKey: string; connectionId: string } }[] = [];
    for (const text of ['{"action":"join"}', '{"action":"other"}', 'no json', '{"action":"$connect"}']) {
      client.socket.send(text);
      seen.push(JSON.parse(await client.next()));
    }
    expect(seen.map(({ requestContext }) => requestContext.routeKey)).toEqual(['join', '$default', '$default', '$default']);
    expect(seen[0]).toMatchObject({
      ...{ body: '{"action":"join"}', isBase64Encoded: false },
      requestContext: {
        eventType: 'MESSAGE',
        messageDirection: 'IN',
        stage: 'dev',
        apiId: id,
        identity: { sourceIp: '127.0.0.1', userAgent: 'tests' },
      },
    });
    client.socket.close();
  });

  it('are answered where their route has a response, whether or not it has an expression that selects one', async () => {
    const answered = await socketApi(['$default'], 'chat', {}, {});
    const client = await open(answered.url);
    client.socket.send('hi');
    expect(JSON.parse(await client.next())).toMatchObject({ body: 'hi' });
    client.socket.close();
  });

  it('without a route, and those whose function fails, are answered with an error', async () => {
    const client = await open((await socketApi(['join'], 'broken')).url);
    client.socket.send('{"action":"other"}');
    expect(JSON.parse(await client.next())).toMatchObject({
      message: 'Forbidden',
      connectionId: expect.any(String),
      requestId: expect.any(String),
    });
    client.socket.send('{"action":"join"}');
    expect(JSON.parse(await client.next())).toMatchObject({ message: 'Internal server error' });
    client.socket.close();
  });

  it('that are binary, or too large, end the connection', async () => {
    const { url } = await socketApi(['$default'], 'chat');
    const ended = async (data: string | Buffer) => {
      const client = await open(url);
      client.socket.send(data);
      return (await client.closed).code;
    };
    expect(await ended(Buffer.from([1]))).toBe(1003);
    expect(await ended('x'.repeat(200_000))).toBe(1009);
    expect(await ended('x'.repeat(40_000))).toBe(1009);
  });
});

describe('connections', () => {
  const connected = async () => {
    const { url } = await socketApi(['$default'], 'chat');
    const client = await open(url);
    client.socket.send('hi');
    const { requestContext } = JSON.parse(await client.next()) as { requestContext: { connectionId: string } };
    const { port, host } = new URL(url);
    const management = fixture.emulator.client(ApiGatewayManagementApi, {
      endpoint: `http://127.0.0.1:${port}/_execute-api/${host.split('.')[0]}/dev`,
    });
    const path = `http://127.0.0.1:${port}/_execute-api/${host.split('.')[0]}/dev`;
    return { client, management, path, ConnectionId: requestContext.connectionId };
  };

  it('are written to, looked at, and ended by programs', async () => {
    const { client, management, ConnectionId } = await connected();
    await management.postToConnection({ ConnectionId, Data: Buffer.from('from the server') });
    expect(await client.next()).toBe('from the server');
    expect(await management.getConnection({ ConnectionId })).toMatchObject({
      ConnectedAt: new Date(Date.UTC(2026, 0, 1)),
      Identity: { SourceIp: '127.0.0.1' },
    });
    await management.deleteConnection({ ConnectionId });
    await client.closed;
    await expect(management.getConnection({ ConnectionId })).rejects.toMatchObject({
      name: 'GoneException',
      $metadata: { httpStatusCode: 410 },
    });
  });

  it('are found with the @ of their path percent-encoded', async () => {
    const { client, ConnectionId, path } = await connected();
    const headers = {
      authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=x',
    };
    for (const at of ['@', '%40']) {
      const answer = await ask(`${path}/${at}connections/${encodeURIComponent(ConnectionId)}`, {
        method: 'POST',
        headers,
        body: `by ${at}`,
      });
      expect(answer.status).toBe(200);
      expect(await client.next()).toBe(`by ${at}`);
    }
    client.socket.close();
  });

  it('have ids of a form, and others are refused', async () => {
    const { client, management } = await connected();
    for (const ConnectionId of ['x', 'cjy8i76bx002884le6n17d49b', 'constructor', '__proto__', 'AAAAAAAAAAAAAAA'])
      for (const call of [
        () => management.getConnection({ ConnectionId }),
        () => management.deleteConnection({ ConnectionId }),
        () => management.postToConnection({ ConnectionId, Data: Buffer.from('x') }),
      ])
        await expect(call()).rejects.toMatchObject({
          name: 'BadRequestException',
          message: `Invalid connectionId: ${ConnectionId}`,
          $metadata: { httpStatusCode: 400 },
        });
    await expect(management.getConnection({ ConnectionId: 'L0SM9cOFvHcCIhw=' })).rejects.toMatchObject({ name: 'GoneException' });
    client.socket.close();
  });

  it('see routes that are deployed while they are open', async () => {
    const { id: ApiId, url } = await socketApi(['$default'], 'chat');
    const client = await open(url);
    const routeOf = async (action: string): Promise<unknown> => {
      client.socket.send(JSON.stringify({ action }));
      return (JSON.parse(await client.next()) as { requestContext: { routeKey: string } }).requestContext.routeKey;
    };
    expect(await routeOf('later')).toBe('$default');
    const { Items: [integration] = [] } = await fixture.api.getIntegrations({ ApiId });
    const { RouteId = '' } = await fixture.api.createRoute({
      ...{ ApiId, RouteKey: 'later', Target: `integrations/${integration?.IntegrationId}`, RouteResponseSelectionExpression: '$default' },
    });
    await fixture.api.createRouteResponse({ ApiId, RouteId, RouteResponseKey: '$default' });
    expect(await routeOf('later')).toBe('later');
    await fixture.api.deleteRoute({ ApiId, RouteId });
    expect(await routeOf('later')).toBe('$default');
    client.socket.close();
  });

  it('of another API are gone', async () => {
    const [one, two] = [await connected(), await connected()];
    await expect(two.management.getConnection({ ConnectionId: one.ConnectionId })).rejects.toThrow(
      expect.objectContaining({ name: 'GoneException' }),
    );
    one.client.socket.close();
    two.client.socket.close();
  });
});

describe('ends', () => {
  it('come after ten idle minutes, and after two hours', async () => {
    const { url } = await socketApi(['$default'], 'chat');
    const idle = await open(url);
    await fixture.emulator.clock.advance('10m');
    expect(await idle.closed).toMatchObject({ code: 1001 });
    const busy = await open(url);
    let isOpen = true;
    void busy.closed.then(() => (isOpen = false));
    for (let n = 0; n < 13; n++) {
      busy.socket.send('hi');
      await busy.next();
      expect(isOpen).toBe(true);
      await fixture.emulator.clock.advance('9m');
    }
    await fixture.emulator.clock.advance('3m');
    expect(await busy.closed).toMatchObject({ code: 1001 });
  });

  it('are told to $disconnect', async () => {
    const { url } = await socketApi(['$default', '$disconnect'], 'chat');
    const before = fixture.emulator.lines.length;
    const client = await open(url);
    client.socket.close(1000, 'bye');
    await client.closed;
    await fixture.emulator.idle();
    expect(fixture.emulator.lines.slice(before).join('\n')).toMatch(/Invoke/);
  });
});
