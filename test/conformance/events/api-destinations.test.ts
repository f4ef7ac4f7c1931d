// API destinations as targets: the request that an endpoint gets, how it is authorized, and what becomes of refused ones.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreateConnectionRequest, Target } from '@aws-sdk/client-eventbridge';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, receive } = fixture;

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Reply = readonly [status: number, headers?: Record<string, string> | undefined, body?: string];

let server: Server;
let endpoint: string;
let received: Received[];
/** Answers by path; undefined hangs. */
let reply: (request: Received) => Reply | undefined;

beforeEach(async () => {
  received = [];
  reply = () => [200];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const one = { method: request.method, url: request.url, headers: request.headers, body };
      received.push(one);
      const answer = reply(one);
      if (answer) response.writeHead(answer[0], answer[1]).end(answer[2]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const BASIC = { AuthorizationType: 'BASIC', AuthParameters: { BasicAuthParameters: { Username: 'ann', Password: 'pass' } } } as const;
const oauth = (more: object = {}) =>
  ({
    AuthorizationType: 'OAUTH_CLIENT_CREDENTIALS',
    AuthParameters: {
      OAuthParameters: {
        AuthorizationEndpoint: `${endpoint}/token`,
        HttpMethod: 'POST',
        ClientParameters: { ClientID: 'me', ClientSecret: 'shh' },
        ...more,
      },
    },
  }) as const;

/** A rule that sends events of `shop` to an API destination at this path. */
async function destination(
  path: string,
  auth: Omit<CreateConnectionRequest, 'Name'> = BASIC,
  target: Partial<Target> = {},
  rate?: number,
): Promise<void> {
  const { ConnectionArn } = await fixture.events.createConnection({ Name: 'c', ...auth });
  await fixture.emulator.idle();
  const { ApiDestinationArn } = await fixture.events.createApiDestination({
    Name: 'd',
    ConnectionArn: ConnectionArn!,
    HttpMethod: 'POST',
    InvocationEndpoint: `${endpoint}${path}`,
    InvocationRateLimitPerSecond: rate,
  });
  const RoleArn = 'arn:aws:iam::000000000000:role/invoke';
  await makeRule('all', [{ Id: 'd', Arn: ApiDestinationArn!, RoleArn, ...target }]);
}
const connection = () => fixture.events.describeConnection({ Name: 'c' });

describe('a request', () => {
  it('has the documented headers and the event as its body', async () => {
    await destination('/hook');
    await put();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/hook',
      headers: {
        'user-agent': 'Amazon/EventBridge/ApiDestinations',
        'content-type': 'application/json; charset=utf-8',
        range: 'bytes=0-1048575',
        'accept-encoding': 'gzip,deflate',
        connection: 'close',
        authorization: `Basic ${Buffer.from('ann:pass').toString('base64')}`,
      },
    });
    expect(received[0]?.body).toContain('"detail":{"id":12345678901234567890}');
  });

  it('joins parameters of the target and of the connection, which wins, and fills the path', async () => {
    const http = {
      HeaderParameters: [
        { Key: 'X-Both', Value: 'connection' },
        { Key: 'X-Hidden', Value: 'secret', IsValueSecret: true },
        { Key: 'User-Agent', Value: 'mine' },
      ],
      QueryStringParameters: [{ Key: 'both', Value: 'connection' }],
      BodyParameters: [{ Key: 'kind', Value: 'connection' }],
    };
    const auth = {
      AuthorizationType: 'API_KEY' as const,
      AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'X-Key', ApiKeyValue: 'k' }, InvocationHttpParameters: http },
    };
    await destination('/orders/*/lines/*?fixed=1', auth, {
      Input: '{"n":12345678901234567890,"kind":"target"}',
      HttpParameters: {
        PathParameterValues: ['a b', '$.detail.id'],
        HeaderParameters: { 'x-both': 'target', 'x-target': '$.source' },
        QueryStringParameters: { both: 'target', own: 'x' },
      },
    });
    await put({ Detail: '{"id": 7}' });
    expect(received[0]).toMatchObject({
      url: '/orders/a%20b/lines/7?fixed=1&both=connection&own=x',
      headers: {
        'x-key': 'k',
        'x-both': 'connection',
        'x-hidden': 'secret',
        'x-target': 'shop',
        'user-agent': 'Amazon/EventBridge/ApiDestinations',
      },
      body: '{"n":12345678901234567890,"kind":"connection"}',
    });
  });

  it('goes to HTTPS, or to plain HTTP on this machine only', async () => {
    const { ConnectionArn } = await fixture.events.createConnection({ Name: 'c', ...BASIC });
    const create = (InvocationEndpoint: string) =>
      fixture.events.createApiDestination({ Name: 'd', ConnectionArn: ConnectionArn!, HttpMethod: 'POST', InvocationEndpoint });
    await expect(create('http://example.com/')).rejects.toMatchObject({ message: 'Parameter InvocationEndpoint is not valid.' });
    expect(await create('http://localhost:3000/hook')).toMatchObject({ ApiDestinationState: 'ACTIVE' });
  });
});

describe('a refused request', () => {
  const failing = async (status: number, headers?: Record<string, string>) => {
    reply = () => [status, headers];
    const url = await makeQueue('lost');
    await destination('/', BASIC, { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: { Arn: queueArn('lost') } });
    await put();
    return url;
  };

  it('is tried again after 409, 429 and 5xx, and goes to the dead-letter queue in the end', async () => {
    const url = await failing(503);
    await fixture.emulator.clock.advance('1m');
    expect(received).toHaveLength(3);
    const [letter] = await receive(url);
    expect(letter?.MessageAttributes).toMatchObject({
      ERROR_CODE: { StringValue: 'SDK_CLIENT_ERROR' },
      ERROR_MESSAGE: { StringValue: 'Unable to invoke ApiDestination endpoint: The endpoint answered with status 503.' },
      EXHAUSTED_RETRY_CONDITION: { StringValue: 'MaximumRetryAttempts' },
      TARGET_ARN: { StringValue: expect.stringContaining(':api-destination/d/') },
    });
  });

  it.each([400, 301])('is not tried again after %i', async (status) => {
    const url = await failing(status, { location: `${endpoint}/elsewhere` });
    await fixture.emulator.clock.advance('1m');
    expect(received).toHaveLength(1);
    expect(await receive(url)).toHaveLength(1);
  });

  it('waits for Retry-After, and ends where that is negative', async () => {
    await failing(429, { 'retry-after': '90' });
    await fixture.emulator.clock.advance('80s');
    expect(received).toHaveLength(1);
    reply = () => [429, { 'retry-after': '-1' }];
    await fixture.emulator.clock.advance('20s');
    expect(received).toHaveLength(2);
    await fixture.emulator.clock.advance('1h');
    expect(received).toHaveLength(2);
  });

  it('that reaches nothing is tried again', async () => {
    server.close();
    const url = await failing(200);
    await fixture.emulator.clock.advance('1m');
    const [letter] = await receive(url);
    expect(letter?.MessageAttributes?.ERROR_MESSAGE?.StringValue).toBe(
      'Unable to invoke ApiDestination endpoint: API destination endpoint cannot be reached.',
    );
  });
});

describe('the invocation rate', () => {
  it('spreads deliveries over seconds, without counting attempts', async () => {
    await destination('/', BASIC, { RetryPolicy: { MaximumRetryAttempts: 0 } }, 2);
    await fixture.events.putEvents({ Entries: Array(5).fill({ Source: 'shop', DetailType: 'made', Detail: '{}' }) });
    await fixture.emulator.idle();
    expect(received).toHaveLength(2);
    await fixture.emulator.clock.advance('1s');
    expect(received).toHaveLength(4);
    await fixture.emulator.clock.advance('1s');
    expect(received).toHaveLength(5);
  });
});

describe('OAuth', () => {
  const token = (access_token: string, expires_in?: number): Reply => [
    200,
    { 'content-type': 'application/json' },
    JSON.stringify({ access_token, token_type: 'bearer', expires_in }),
  ];
  const tokenRequests = () => received.filter(({ url }) => url?.startsWith('/token'));
  const invocations = () => received.filter(({ url }) => !url?.startsWith('/token'));

  it('gets a token with the parameters of the connection, and uses it until a minute before it expires', async () => {
    reply = ({ url }) => (url?.startsWith('/token') ? token('t', 600) : [200]);
    const more = {
      OAuthHttpParameters: {
        HeaderParameters: [{ Key: 'x-a', Value: '1' }],
        QueryStringParameters: [{ Key: 'q', Value: '2' }],
        BodyParameters: [{ Key: 'scope', Value: 'all' }],
      },
    };
    await destination('/', oauth(more));
    expect(await connection()).toMatchObject({ ConnectionState: 'AUTHORIZED' });
    expect(tokenRequests()[0]).toMatchObject({
      method: 'POST',
      url: '/token?q=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-a': '1' },
      body: 'grant_type=client_credentials&client_id=me&client_secret=shh&scope=all',
    });
    await put();
    await fixture.emulator.clock.advance('8m');
    await put();
    expect(tokenRequests()).toHaveLength(1);
    await fixture.emulator.clock.advance('90s');
    await put();
    expect(tokenRequests()).toHaveLength(2);
    expect(invocations().map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer t'));
  });

  it('gets another token for the next attempt after 401', async () => {
    let given = 0;
    reply = ({ url, headers }) => {
      if (url?.startsWith('/token')) return token(`t${++given}`);
      return [headers.authorization === 'Bearer t1' ? 401 : 200];
    };
    await destination('/', oauth());
    await put();
    await fixture.emulator.clock.advance('5s');
    expect(invocations().map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('deauthorizes a connection whose credentials are refused, until it is updated', async () => {
    reply = ({ url }) => (url?.startsWith('/token') ? [403] : [200]);
    const lost = await makeQueue('lost');
    await destination('/', oauth(), { DeadLetterConfig: { Arn: queueArn('lost') } });
    expect(await connection()).toMatchObject({ ConnectionState: 'DEAUTHORIZED', StateReason: 'the authorization endpoint answered 403' });
    expect(await fixture.events.describeApiDestination({ Name: 'd' })).toMatchObject({ ApiDestinationState: 'INACTIVE' });
    await put();
    expect(invocations()).toEqual([]);
    expect((await receive(lost))[0]?.MessageAttributes?.ERROR_CODE?.StringValue).toBe('NO_PERMISSIONS');
    reply = ({ url }) => (url?.startsWith('/token') ? token('t') : [200]);
    expect(await fixture.events.updateConnection({ Name: 'c', AuthParameters: oauth().AuthParameters })).toMatchObject({
      ConnectionState: 'AUTHORIZING',
    });
    await fixture.emulator.idle();
    await put();
    expect(invocations()).toHaveLength(1);
  });

  it('keeps the credentials in a secret that the service owns', async () => {
    await destination('/');
    const { SecretArn } = await connection();
    const secret = await fixture.emulator.client(SecretsManager).describeSecret({ SecretId: SecretArn! });
    expect(secret).toMatchObject({
      Name: expect.stringMatching(/^events!connection\/c\//),
      OwningService: 'events',
      Tags: [{ Key: 'aws:secretsmanager:owningService', Value: 'events' }],
    });
  });

  it('sends nothing with a connection that was deauthorized', async () => {
    await destination('/');
    expect(await fixture.events.deauthorizeConnection({ Name: 'c' })).toMatchObject({ ConnectionState: 'DEAUTHORIZING' });
    await put();
    expect(received).toEqual([]);
  });
});
