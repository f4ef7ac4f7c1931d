// Subscriptions over the real-time protocol.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { answering, createApi } from './use-api.ts';
import { putApi, socketOf } from './use-subscriptions.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

it('tells what a mutation has selected, filtered by arguments', async () => {
  const api = await putApi(emulator);
  const { client, next, start } = await socketOf(api);
  expect(await next()).toEqual({ type: 'connection_ack', payload: { connectionTimeoutMs: 300000 } });
  expect(await next()).toEqual({ type: 'ka' });
  start('1', 'subscription S($tag: String) { onPut(tag: $tag) { id size } }', { tag: 'x' });
  expect(await next()).toEqual({ id: '1', type: 'start_ack' });
  await api.ask('mutation { put(id: "a", tag: "y") { id tag } }');
  await api.ask('mutation { put(id: "b", size: 7, tag: "x") { id tag } }');
  expect(await next()).toEqual({ id: '1', type: 'data', payload: { data: { onPut: { id: 'b', size: null } } } });
  await api.ask('mutation { made: put(id: "c", size: 8, tag: "x") { it: id size tag } }');
  expect(await next()).toEqual({ id: '1', type: 'data', payload: { data: { onPut: { id: 'c', size: 8 } } } });
  client.socket.send('{"id":"1","type":"stop"}');
  expect(await next()).toEqual({ id: '1', type: 'complete' });
  client.socket.close();
  await client.closed;
});

it('tells all that a mutation has selected, in whichever of its fragments', async () => {
  const api = await createApi(
    emulator,
    `type Query { a: String }
     type Mutation { put(id: ID!): Post }
     type Post { id: ID! author: Author }
     type Author { id: ID! name: String }
     type Subscription { onPut: Post @aws_subscribe(mutations: ["put"]) }`,
  );
  await api.resolver('Mutation.put', answering("{ id: ctx.args.id, author: { id: 'a', name: 'Ada' } }"));
  const { client, next, start } = await socketOf(api);
  await next();
  await next();
  start('1', 'subscription { onPut { id author { id name } } }');
  expect(await next()).toEqual({ id: '1', type: 'start_ack' });
  // Each fragment spreads the next one twice.
  const spreads = Array.from({ length: 100 }, (_, i) => `fragment f${i} on Post { ...f${i + 1} ...f${i + 1} }`).join(' ');
  const fragments = `${spreads} fragment f100 on Post { author { id } ...f101 } fragment f101 on Post { id author { called: name } }`;
  const { data } = await api.ask(`mutation { put(id: "1") { ...f0 } } ${fragments}`);
  expect(data).toEqual({ put: { id: '1', author: { id: 'a', called: 'Ada' } } });
  expect(await next()).toEqual({ id: '1', type: 'data', payload: { data: { onPut: { id: '1', author: { id: 'a', name: 'Ada' } } } } });
  client.socket.close();
});

it('hides fields from those who may not see them', async () => {
  const api = await createApi(
    emulator,
    `type Query { a: String }
     type Mutation { put(id: ID!): Post @aws_iam }
     type Post @aws_iam @aws_api_key { id: ID! secret: String @aws_iam }
     type Subscription { onPut: Post @aws_subscribe(mutations: ["put"]) }`,
    { additionalAuthenticationProviders: [{ authenticationType: 'AWS_IAM' }] },
  );
  await api.resolver('Mutation.put', answering("{ id: ctx.args.id, secret: 'hidden' }"));
  const { client, next, start } = await socketOf(api);
  await next();
  await next();
  start('1', 'subscription { onPut { id secret } }');
  expect(await next()).toEqual({ id: '1', type: 'start_ack' });
  const authorization = `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/appsync/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
  const { data } = await api.ask('mutation { put(id: "1") { id secret } }', {}, { authorization });
  expect(data).toEqual({ put: { id: '1', secret: 'hidden' } });
  expect(await next()).toMatchObject({
    type: 'data',
    payload: { data: { onPut: { id: '1', secret: null } }, errors: [{ errorType: 'Unauthorized' }] },
  });
  client.socket.close();
});

it('takes filters of resolvers, and ends what is invalidated', async () => {
  const api = await putApi(emulator);
  // The form in which clients dial an endpoint outside of the cloud: the same host and port as for queries.
  const { client, next, start } = await socketOf(api, `${api.uris['GRAPHQL']!.replace(/^http/, 'ws')}/realtime`);
  await next();
  await next();
  start('big', 'subscription { onBig(size: 5) { id } }');
  expect(await next()).toEqual({ id: 'big', type: 'start_ack' });
  await api.ask('mutation { put(id: "small", size: 1) { id size } }');
  await api.ask('mutation { put(id: "large", size: 6) { id size } }');
  expect(await next()).toEqual({ id: 'big', type: 'data', payload: { data: { onBig: { id: 'large' } } } });
  await api.ask('mutation { clear(tag: "new") }');
  await api.ask('mutation { clear(tag: "old") }');
  expect(await next()).toEqual({ id: 'big', type: 'complete' });
  client.socket.close();
});

it('refuses who may not listen', async () => {
  const api = await putApi(emulator);
  const { client, next, start } = await socketOf(api);
  await next();
  await next();
  start('1', 'subscription { onSecret { id } }');
  expect(await next()).toMatchObject({ id: '1', type: 'error', payload: { errors: [{ errorType: 'Unauthorized' }] } });
  start('2', 'subscription { nothing { id } }');
  expect(await next()).toMatchObject({
    id: '2',
    type: 'error',
    payload: { errors: [{ message: expect.stringContaining('FieldUndefined') }] },
  });
  client.socket.close();
  const stranger = await socketOf({ ...api, key: 'da2-no' });
  expect(await stranger.next()).toMatchObject({ type: 'connection_error', payload: { errors: [{ errorType: 'UnauthorizedException' }] } });
  await stranger.client.closed;
});
