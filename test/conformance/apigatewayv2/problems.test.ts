// Requests to HTTP APIs in traces and in the ledger of problems: each is a run; each failure is told once, with its true reason and what mends it.
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '#core/problems/problem';
import type { Trace } from '#core/traces/trace';
import { problemsOf, runsOf, told } from '../../support/problems.ts';
import { ask, invocationUri, useApis } from './use-apis.ts';
import { open } from './use-sockets.ts';

const fixture = useApis();
const runs = async () =>
  (await runsOf(fixture.emulator, 'request')).map(({ name, resource, failed, depth }) => [name, resource, failed, depth]);
const causes = async () => (await problemsOf(fixture.emulator)).map(({ cause }) => cause);
const traceOf = async (id: string) =>
  (await (await fetch(`${fixture.emulator.url}/_emulator/traces/${encodeURIComponent(id)}`)).json()) as Trace & { problems: Problem[] };
const arn = (id: string) => `arn:aws:apigateway:us-east-1::/apis/${id}`;

beforeEach(() => fixture.emulator.reset());

async function api(body: string, more: object = {}, route: object = {}) {
  await fixture.create('f', body);
  const made = await fixture.httpApi({ Name: 'shop' });
  await fixture.route(made.id, 'GET /orders', 'f', more, route);
  return made;
}

it('are runs, and none of them a problem below 500', async () => {
  const { id, url } = await api('return { statusCode: 404, body: "" };');
  await ask(`${url}/orders?token=hush`, { headers: { authorization: 'Bearer hush', cookie: 'session=hush' } });
  expect(await runs()).toEqual([['GET /orders of API shop → 404', arn(id), false, 0]]);
  expect((await runsOf(fixture.emulator, 'function')).map(({ depth }) => depth)).toEqual([2]);
  expect(await told(fixture.emulator)).toEqual([]);
  const text = await (await fetch(`${fixture.emulator.url}/_emulator/traces?lines=100`)).text();
  expect(text).not.toContain('hush');
});

it('follow from the failure of their function', async () => {
  const { id, url } = await api('throw new Error("no table");');
  await ask(`${url}/orders`);
  expect(await told(fixture.emulator)).toEqual([
    [
      expect.stringMatching(/^f failed: Error: no table/),
      expect.arrayContaining([`the integration of GET /orders of API ${id} failed: the function failed: no table`]),
    ],
  ]);
  expect(await runs()).toEqual([['GET /orders of API shop → 500', arn(id), true, 0]]);
});

it.each([
  ['{ statusCode: 503, body: "overloaded" }', '2.0', 'GET /orders of API shop → 503: overloaded'],
  ['{ statusCode: "often" }', '2.0', 'its statusCode is "often", which is no HTTP status from 200 to 599'],
  ['{ body: "x" }', '1.0', 'it has no statusCode'],
  ['{ statusCode: 200, body: { a: 1 } }', '1.0', 'its body is no text: JSON.stringify makes one'],
  ['"x"', '1.0', 'it is no object with statusCode, headers and body'],
])('tell what is wrong with %s', async (answer, PayloadFormatVersion, reason) => {
  const { url } = await api(`return ${answer};`, { PayloadFormatVersion });
  await ask(`${url}/orders`);
  expect(await causes()).toEqual([expect.stringContaining(reason)]);
});

it('tell that the gateway may not call the function, and the command that allows it', async () => {
  const { url } = await api('return {};');
  await fixture.lambda.removePermission({ FunctionName: 'f', StatementId: 'apis' });
  await ask(`${url}/orders`);
  expect(await problemsOf(fixture.emulator)).toMatchObject([
    {
      code: 'API_INTEGRATION_FAILED',
      cause: expect.stringContaining('AccessDeniedException'),
      remedy: expect.stringContaining('aws lambda add-permission --function-name f'),
    },
  ]);
});

it('tell that no route, no stage and no API takes them', async () => {
  const { id, url } = await api('return {};');
  await ask(`${url}/none`);
  await fixture.api.deleteStage({ ApiId: id, StageName: '$default' });
  await ask(`${url}/orders`);
  await ask(`${fixture.emulator.url}/_execute-api/abcdefghij/x`);
  expect(await causes()).toEqual([
    `API ${id} refused a request to -: no route takes GET /none; the stage $default has GET /orders`,
    `API ${id} has neither a stage orders nor one that is named $default`,
    'there is no API abcdefghij',
  ]);
});

it('tell why their authorizer did not let them through', async () => {
  const { id, url } = await api('return {};');
  await fixture.create('gate', 'return event.identitySource[0] === "odd" ? 1 : { isAuthorized: false };');
  const { AuthorizerId } = await fixture.api.createAuthorizer({
    ...{ ApiId: id, Name: 'gate', AuthorizerType: 'REQUEST', AuthorizerPayloadFormatVersion: '2.0', EnableSimpleResponses: true },
    ...{ IdentitySource: ['$request.header.key'], AuthorizerUri: invocationUri('gate') },
  });
  await fixture.route(id, 'GET /closed', 'f', {}, { AuthorizationType: 'CUSTOM', AuthorizerId });
  await ask(`${url}/closed`);
  await ask(`${url}/closed`, { headers: { key: 'hush' } });
  await ask(`${url}/closed`, { headers: { key: 'odd' } });
  const refused = `API ${id} refused a request to GET /closed:`;
  expect(await causes()).toEqual([
    `${refused} the request lacks a value of the identity source: $request.header.key`,
    `${refused} the authorizer did not allow arn:aws:execute-api:us-east-1:000000000000:${id}/$default/GET/closed`,
    expect.stringMatching(/the answer of the authorizer is not understood: it must be an object with isAuthorized/),
  ]);
});

it('tell that their rate is limited, and that their endpoint does not answer', async () => {
  const { id, url } = await api('return {};');
  await fixture.api.updateStage({
    ...{ ApiId: id, StageName: '$default', DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 } },
  });
  await ask(`${url}/orders`);
  await ask(`${url}/orders`);
  await fixture.api.updateStage({
    ...{ ApiId: id, StageName: '$default', DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 100 } },
  });
  const address = {
    IntegrationType: 'HTTP_PROXY',
    IntegrationUri: 'http://127.0.0.1:9/',
    IntegrationMethod: 'GET',
    PayloadFormatVersion: '1.0',
  };
  await fixture.route(id, 'GET /away', 'f', address);
  await ask(`${url}/away`);
  expect(await causes()).toEqual([
    expect.stringContaining('the stage $default takes 1 requests a second, and 1 at once'),
    expect.stringMatching(/^the integration of GET \/away of API .* failed: .*ECONNREFUSED/),
  ]);
});

it('of WebSockets are runs: handshakes, messages and ends', async () => {
  await fixture.create('f', 'if (event.body === "bad") throw new Error("no room"); return { statusCode: 200, body: "" };');
  const { ApiId = '' } = await fixture.api.createApi({
    Name: 'chat',
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.action',
  });
  await fixture.api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
  const integration = { IntegrationUri: invocationUri('f'), PayloadFormatVersion: '1.0' };
  await fixture.route(ApiId, 'say', 'f', integration);
  await fixture.route(ApiId, '$disconnect', 'f', integration);
  const client = await open(`${fixture.emulator.url}/_execute-api/${ApiId}/dev?token=hush`);
  client.socket.send('{"action":"say"}');
  client.socket.send('{"action":"none"}');
  await client.next();
  await fixture.api.updateRoute({
    ApiId,
    RouteId: (await fixture.api.getRoutes({ ApiId })).Items?.find(({ RouteKey }) => RouteKey === 'say')?.RouteId,
    RouteKey: '$default',
  });
  client.socket.send('bad');
  await client.next();
  client.socket.close();
  await client.closed;
  await fixture.emulator.idle();
  const all = await runsOf(fixture.emulator, 'request');
  // Messages are answered side by side.
  expect(all.map(({ name, failed }) => `${name}${failed ? ' failed' : ''}`).sort()).toEqual([
    'CONNECT $connect of API chat → 101',
    'DISCONNECT $disconnect of API chat → 200',
    'MESSAGE $default of API chat → 500 failed',
    'MESSAGE of API chat → 403 failed',
    'MESSAGE say of API chat → 200',
  ]);
  expect(await causes()).toEqual([
    `API ${ApiId} refused a request to -: no route is for the message, and there is no $default`,
    expect.stringMatching(/^f failed: Error: no room/),
  ]);
  const runOf = (start: string) => all.find(({ name }) => name!.startsWith(start))!;
  // Each message is a request of its own, which leads to the one that opened the connection; that one leads to the problems of them all.
  const opener = await traceOf(runOf('CONNECT').requestId!);
  expect(opener.steps).toHaveLength(1);
  expect(opener.problems.map(({ code }) => code)).toEqual(['API_REFUSED', 'FUNCTION_FAILED']);
  const say = runOf('MESSAGE say');
  expect((await traceOf(say.requestId!)).steps.map(({ kind }) => kind)).toEqual(['run', 'call', 'run']);
  expect(say.text).toMatch(new RegExp(`^on the connection \\S+ of request ${opener.id}$`));
  expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(5);
});
