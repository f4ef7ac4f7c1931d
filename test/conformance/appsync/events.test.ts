// Event APIs: publishing over HTTP and WebSockets, channels and their wildcards, and handlers.
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../cognito-idp/use-pool.ts';
import { type FolderFixture, startFolderFixture } from '../lambda/use-folders.ts';
import { createEventApi, EVENT_CONFIG } from './use-events.ts';

let place: FolderFixture;
beforeAll(async () => {
  place = await startFolderFixture();
});
afterAll(() => place.emulator.stop());

const ONE = { successful: [{ identifier: expect.any(String), index: 0 }], failed: [] };

describe('a client', () => {
  it('listens to channels and what is below them, and publishes', async () => {
    const { connect, publish } = await createEventApi(place.emulator);
    const { client, next, ask, send } = await connect();
    expect(await next()).toEqual({ type: 'connection_ack', connectionTimeoutMs: 300000 });
    expect(await next()).toEqual({ type: 'ka' });
    expect(await ask({ type: 'subscribe', id: 'one', channel: '/default/news' })).toEqual({ type: 'subscribe_success', id: 'one' });
    expect(await ask({ type: 'subscribe', id: 'all', channel: 'default/*' })).toEqual({ type: 'subscribe_success', id: 'all' });
    expect(await publish('/default/other/deep', [{ a: 1 }])).toEqual({ status: 200, ...ONE });
    expect(await next()).toEqual({ type: 'data', id: 'all', event: '{"a":1}' });
    expect(await ask({ type: 'unsubscribe', id: 'all' })).toEqual({ type: 'unsubscribe_success', id: 'all' });
    expect(await ask({ type: 'unsubscribe', id: 'all' })).toMatchObject({
      ...{ type: 'unsubscribe_error', id: 'all', errors: [{ errorType: 'UnknownOperationError', message: 'Unknown operation id all' }] },
    });
    send({ type: 'publish', id: 'p', channel: '/default/news', events: ['"b"'] });
    const messages = [await next(), await next()];
    expect(messages).toContainEqual({ type: 'data', id: 'one', event: '"b"' });
    expect(messages).toContainEqual({ type: 'publish_success', id: 'p', ...ONE });
    client.socket.close();
    await client.closed;
  });

  it('is refused in the words of the cloud', async () => {
    const { connect, publish } = await createEventApi(place.emulator);
    const { client, next, ask } = await connect();
    await next();
    await next();
    const refused = (errorType: string) => ({ errors: [{ errorType, message: expect.any(String) }] });
    expect(await ask({ type: 'subscribe', id: 'a', channel: '/none/news' })).toMatchObject({
      type: 'subscribe_error',
      ...refused('NotFoundException'),
    });
    expect(await ask({ type: 'subscribe', id: 'a', channel: '/default/a//b' })).toMatchObject(refused('BadRequestException'));
    expect(await ask({ type: 'publish', id: 'a', channel: '/default/*', events: ['1'] })).toMatchObject({
      ...{ type: 'publish_error', ...refused('BadRequestException') },
    });
    expect(await ask({ type: 'publish', id: 'a', channel: '/default/a', events: ['{'] })).toMatchObject(refused('BadRequestException'));
    const bad = { authorization: { 'x-api-key': 'da2-no' } };
    expect(await ask({ type: 'subscribe', id: 'a', channel: '/default/a', ...bad })).toMatchObject(refused('UnauthorizedException'));
    expect(await ask({ type: 'start', id: 'a' })).toMatchObject({ type: 'error', id: 'a', ...refused('UnsupportedOperation') });
    client.socket.close();
    expect(await publish('/default/a', [1, 2, 3, 4, 5, 6])).toMatchObject({ status: 400, ...refused('BadRequestException') });
    expect(await publish('/default/a', [1], {})).toMatchObject({ status: 401, ...refused('UnauthorizedException') });
    expect(await publish('/1/2/3/4/5/6', [1])).toMatchObject({ status: 400 });
    const stranger = await connect({ 'x-api-key': 'da2-no' });
    expect(await stranger.next()).toMatchObject({ type: 'connection_error', errors: [{ errorType: 'UnauthorizedException' }] });
    await stranger.client.closed;
  });
});

describe('handlers', () => {
  const CODE = `
    import { util } from '@aws-appsync/utils';
    export function onPublish(ctx) {
      if (ctx.info.channel.segments[1] === 'fails') util.error('not today', 'Closed');
      return ctx.events.filter((event) => event.payload.n > 1).map((event) => event.payload.n > 2
        ? { id: event.id, error: 'too large' } : { id: event.id, payload: { n: event.payload.n, via: ctx.info.channelNamespace.name } });
    }
    export function onSubscribe(ctx) { if (ctx.info.channel.path === '/default/closed') util.unauthorized(); }`;

  it('change events, leave them out, and refuse', async () => {
    const { connect, publish } = await createEventApi(place.emulator, { codeHandlers: CODE });
    const { client, next, ask } = await connect();
    await next();
    await next();
    expect(await ask({ type: 'subscribe', id: 'c', channel: '/default/closed' })).toMatchObject({
      ...{ type: 'subscribe_error', errors: [{ errorType: 'UnauthorizedException' }] },
    });
    expect(await ask({ type: 'subscribe', id: 'a', channel: '/default/*' })).toMatchObject({ type: 'subscribe_success' });
    expect(await publish('/default/a', [{ n: 1 }, { n: 2 }, { n: 3 }])).toMatchObject({
      status: 200,
      successful: [{ index: 0 }, { index: 1 }],
      failed: [{ index: 2, message: 'too large' }],
    });
    expect(await next()).toEqual({ type: 'data', id: 'a', event: '{"n":2,"via":"default"}' });
    expect(await publish('/default/fails', [{ n: 2 }])).toMatchObject({
      status: 400,
      errors: [{ errorType: 'Closed', message: 'not today' }],
    });
    client.socket.close();
    const problems = await (await fetch(`${place.emulator.url}/_emulator/problems`)).text();
    expect(problems).toContain('refused publish to /default/fails: onPublish: not today');
  });

  it('ask functions, directly and around code', async () => {
    const api = await createEventApi(place.emulator);
    const source = place.folder({
      'index.js': `exports.handler = async (event) => event.info
        ? { events: event.events.map(({ id, payload }) => ({ id, payload: payload * 10 })) } : event.sum.reduce((a, b) => a + b, 0);`,
    });
    await place.run('gate', source);
    const lambdaConfig = { lambdaFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:gate' };
    const serviceRoleArn = 'arn:aws:iam::000000000000:role/events';
    await api.appsync.createDataSource({ apiId: api.apiId, name: 'gate', type: 'AWS_LAMBDA', serviceRoleArn, lambdaConfig });
    const integration = { dataSourceName: 'gate' };
    await api.appsync.createChannelNamespace({
      ...{ apiId: api.apiId, name: 'direct', handlerConfigs: { onPublish: { behavior: 'DIRECT', integration } } },
    });
    await api.appsync.createChannelNamespace({
      ...{ apiId: api.apiId, name: 'around', handlerConfigs: { onPublish: { behavior: 'CODE', integration } } },
      codeHandlers: `export const onPublish = {
        request(ctx) { return { operation: 'Invoke', payload: { sum: ctx.events.map((event) => event.payload) } }; },
        response(ctx) { return ctx.events.map((event) => ({ id: event.id, payload: [event.payload, ctx.result] })); } };`,
    });
    const { client, next, ask } = await api.connect();
    await next();
    await next();
    await ask({ type: 'subscribe', id: 'd', channel: '/direct/*' });
    await ask({ type: 'subscribe', id: 'a', channel: '/around/*' });
    expect(await api.publish('/direct/x', [4])).toMatchObject({ status: 200 });
    expect(await next()).toEqual({ type: 'data', id: 'd', event: '40' });
    expect(await api.publish('/around/x', [1, 2])).toMatchObject({ status: 200 });
    expect([await next(), await next()]).toEqual([
      { type: 'data', id: 'a', event: '[1,3]' },
      { type: 'data', id: 'a', event: '[2,3]' },
    ]);
    await expect(api.appsync.deleteDataSource({ apiId: api.apiId, name: 'gate' })).rejects.toMatchObject({ name: 'BadRequestException' });
    client.socket.close();
  });

  it('know who a user of a pool is, and take tokens of that pool alone', async () => {
    const [pool, other] = [await createPool(place.emulator), await createPool(place.emulator)];
    for (const each of [pool, other]) await each.addUser('ana');
    const modes = [{ authType: 'AMAZON_COGNITO_USER_POOLS' as const }];
    const cognitoConfig = { userPoolId: pool.UserPoolId, awsRegion: 'us-east-1' };
    const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${pool.UserPoolId}`;
    const api = await createEventApi(
      place.emulator,
      {
        codeHandlers: `export function onPublish(ctx) {
          return ctx.events.map(({ id, payload }) => ({ id, payload: [ctx.identity.username, ctx.identity.issuer, payload] })); }`,
      },
      {
        authProviders: [...EVENT_CONFIG.authProviders!, { ...modes[0]!, cognitoConfig }],
        ...{ connectionAuthModes: modes, defaultPublishAuthModes: modes, defaultSubscribeAuthModes: modes },
      },
    );
    const tokenOf = async ({ signIn }: typeof pool) => (await signIn('ana')).AuthenticationResult!.AccessToken!;
    const authorization = await tokenOf(pool);
    const { client, next, ask } = await api.connect({ authorization });
    expect(await next()).toMatchObject({ type: 'connection_ack' });
    await next();
    expect(await ask({ type: 'subscribe', id: 'a', channel: '/default/a' })).toMatchObject({ type: 'subscribe_success' });
    expect(await api.publish('/default/a', [1], { authorization })).toEqual({ status: 200, ...ONE });
    expect(JSON.parse((await next())['event'] as string)).toEqual(['ana', issuer, 1]);
    expect(await api.publish('/default/a', [1])).toMatchObject({ status: 401 });
    expect(await api.publish('/default/a', [1], { authorization: await tokenOf(other) })).toMatchObject({ status: 401 });
    client.socket.close();
  });

  it('authorizers are told of the channel', async () => {
    const source = place.folder({
      'index.js': `exports.handler = async ({ requestContext }) => ({ isAuthorized: requestContext.channel !== '/default/closed',
        handlerContext: { operation: requestContext.operation } });`,
    });
    await place.run('keeper', source);
    const Principal = 'appsync.amazonaws.com';
    await place.emulator
      .client(Lambda)
      .addPermission({ FunctionName: 'keeper', StatementId: 'events', Action: 'lambda:InvokeFunction', Principal });
    const modes = [{ authType: 'AWS_LAMBDA' as const }];
    const lambdaAuthorizerConfig = { authorizerUri: 'arn:aws:lambda:us-east-1:000000000000:function:keeper' };
    const codeHandlers =
      'export function onPublish(ctx) { return ctx.events.map(({ id }) => ({ id, payload: ctx.identity.handlerContext })); }';
    const { connect, publish } = await createEventApi(
      place.emulator,
      { codeHandlers },
      {
        ...EVENT_CONFIG,
        ...{ authProviders: [...EVENT_CONFIG.authProviders!, { ...modes[0]!, lambdaAuthorizerConfig }], defaultPublishAuthModes: modes },
      },
    );
    const { client, next, ask } = await connect();
    await next();
    await next();
    await ask({ type: 'subscribe', id: 'a', channel: '/default/*' });
    expect(await publish('/default/closed', [1], { authorization: 'x' })).toMatchObject({ status: 401 });
    expect(await publish('/default/open', [1], { authorization: 'x' })).toMatchObject({ status: 200 });
    expect(await next()).toEqual({ type: 'data', id: 'a', event: '{"operation":"EVENT_PUBLISH"}' });
    // Keys are none of the ways to publish here.
    expect(await publish('/default/open', [1])).toMatchObject({ status: 401 });
    client.socket.close();
  });
});

it('has operations, and deletes what belongs to it', async () => {
  const { appsync, apiId, api } = await createEventApi(place.emulator);
  expect(api).toMatchObject({ name: 'news', dns: { HTTP: expect.stringContaining(apiId) }, created: expect.any(Date) });
  await expect(appsync.createChannelNamespace({ apiId, name: 'default' })).rejects.toMatchObject({ name: 'ConflictException' });
  await expect(appsync.createChannelNamespace({ apiId, name: 'other', publishAuthModes: [{ authType: 'AWS_IAM' }] })).rejects.toMatchObject(
    { name: 'BadRequestException' },
  );
  await expect(appsync.createChannelNamespace({ apiId, name: 'other', codeHandlers: 'while (true) {}' })).rejects.toMatchObject({
    reason: 'CODE_ERROR',
  });
  const { channelNamespaces } = await appsync.listChannelNamespaces({ apiId });
  expect(channelNamespaces!.map(({ channelNamespaceArn }) => channelNamespaceArn)).toEqual([`${api.apiArn}/channelNamespace/default`]);
  await appsync.tagResource({ resourceArn: `${api.apiArn}/channelNamespace/default`, tags: { a: 'b' } });
  expect((await appsync.getChannelNamespace({ apiId, name: 'default' })).channelNamespace).toMatchObject({ tags: { a: 'b' } });
  await expect(appsync.getGraphqlApi({ apiId })).rejects.toMatchObject({ name: 'NotFoundException' });
  await appsync.deleteApi({ apiId });
  await expect(appsync.getApi({ apiId })).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(appsync.listApiKeys({ apiId })).rejects.toMatchObject({ name: 'NotFoundException' });
  expect((await fetch(`${place.emulator.url}/appsync-api/${apiId}/event`, { method: 'POST' })).status).toBe(404);
});
