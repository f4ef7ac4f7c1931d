// Signatures in messages of WebSockets, made as the vendor's client makes them: a request by POST is signed in the place of each message.
import { AppSync } from '@aws-sdk/client-appsync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { open } from '../apigatewayv2/use-sockets.ts';
import { createApi } from './use-api.ts';
import { createEventApi, EVENT_CONFIG } from './use-events.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ environment: { SIGNATURES: 'verify' } });
});
afterAll(() => emulator.stop());

/** The headers of a request as the SDK signs it, for the key `test` with this secret. */
async function signed(url: string, body: string, secretAccessKey = 'test'): Promise<Record<string, string>> {
  const { host, hostname, pathname: path } = new URL(url);
  const client = emulator.client(AppSync, { credentials: { accessKeyId: 'test', secretAccessKey } });
  const headers = { accept: 'application/json, text/javascript', 'content-encoding': 'amz-1.0', host };
  const unsigned = { method: 'POST', protocol: 'http:', hostname, path, query: {}, headers, body };
  return (await (await client.config.signer()).sign(unsigned)).headers;
}

async function connect(address: string, protocol: string, header: object) {
  const client = await open(address, { protocols: [protocol, `header-${Buffer.from(JSON.stringify(header)).toString('base64url')}`] });
  client.socket.send('{"type":"connection_init"}');
  const next = async (): Promise<Record<string, unknown>> => JSON.parse(await client.next()) as Record<string, unknown>;
  const ask = (message: object) => {
    client.socket.send(JSON.stringify(message));
    return next();
  };
  return { socket: client.socket, next, ask };
}

it('are verified for connections to GraphQL APIs, and for subscriptions', async () => {
  const { uris } = await createApi(
    emulator,
    'type Query { a: String } type Mutation { put: String } type Subscription { onPut: String @aws_subscribe(mutations: ["put"]) @aws_iam }',
    {
      additionalAuthenticationProviders: [{ authenticationType: 'AWS_IAM' }],
    },
  );
  const url = uris['GRAPHQL']!;
  const realtime = uris['REALTIME']!;
  const forged = await connect(realtime, 'graphql-ws', await signed(`${url}/connect`, '{}', 'guessed'));
  expect(await forged.next()).toMatchObject({
    type: 'connection_error',
    payload: { errors: [{ errorType: 'UnauthorizedException', message: expect.stringContaining('signature') }] },
  });
  // The signature of another path.
  const other = await connect(realtime, 'graphql-ws', await signed(url, '{}'));
  expect(await other.next()).toMatchObject({ type: 'connection_error' });
  const { socket, next, ask } = await connect(realtime, 'graphql-ws', await signed(`${url}/connect`, '{}'));
  expect(await next()).toMatchObject({ type: 'connection_ack' });
  await next();
  const data = JSON.stringify({ query: 'subscription { onPut }', variables: {} });
  const start = async (id: string, body: string) => ({
    id,
    type: 'start',
    payload: { data, extensions: { authorization: await signed(url, body) } },
  });
  expect(await ask(await start('1', '{"query":"subscription { other }"}'))).toMatchObject({
    ...{ id: '1', type: 'error', payload: { errors: [{ errorType: 'UnauthorizedException' }] } },
  });
  expect(await ask(await start('2', data))).toEqual({ id: '2', type: 'start_ack' });
  socket.close();
});

it('are verified for connections to Event APIs, and for all that is asked over them', async () => {
  const modes = [{ authType: 'AWS_IAM' as const }];
  const { api } = await createEventApi(
    emulator,
    {},
    {
      authProviders: [...EVENT_CONFIG.authProviders!, ...modes],
      connectionAuthModes: modes,
      defaultPublishAuthModes: modes,
      defaultSubscribeAuthModes: modes,
    },
  );
  const url = `http://${api.dns!['HTTP']}/event`;
  const realtime = `ws://${api.dns!['REALTIME']}/event/realtime`;
  const forged = await connect(realtime, 'aws-appsync-event-ws', await signed(url, '{}', 'guessed'));
  expect(await forged.next()).toMatchObject({ type: 'connection_error', errors: [{ errorType: 'UnauthorizedException' }] });
  const { socket, next, ask } = await connect(realtime, 'aws-appsync-event-ws', await signed(url, '{}'));
  expect(await next()).toMatchObject({ type: 'connection_ack' });
  await next();
  const channel = '/default/a';
  const subscribe = async (signedChannel: string) => ({
    id: 's',
    type: 'subscribe',
    channel,
    authorization: await signed(url, JSON.stringify({ channel: signedChannel })),
  });
  expect(await ask(await subscribe('/default/b'))).toMatchObject({
    type: 'subscribe_error',
    errors: [{ errorType: 'UnauthorizedException' }],
  });
  expect(await ask(await subscribe(channel))).toMatchObject({ type: 'subscribe_success' });
  const events = ['1'];
  const authorization = await signed(url, JSON.stringify({ channel, events }));
  socket.send(JSON.stringify({ id: 'p', type: 'publish', channel, events, authorization }));
  expect([await next(), await next()]).toContainEqual(expect.objectContaining({ type: 'publish_success' }));
  socket.close();
});
