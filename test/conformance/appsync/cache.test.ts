// Caches of APIs: resolvers, requests and whole answers that are kept, and what takes them out.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { createApi } from './use-api.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

const SCHEMA = `
type Query { post(id: ID!, shade: String): Post plain(id: ID!): String broken(id: ID!): String }
type Mutation { forget(id: ID!): String forgetByTemplate(id: ID!): String }
type Post { id: ID! stamp: String comments: String }
`;
/** Each run has another value. */
const UNIQUE = (made: string) =>
  `import { util } from '@aws-appsync/utils'; export function request(ctx) { return { payload: ${made} }; } export function response(ctx) { return ctx.result; }`;
const CACHE = { ttl: 60, type: 'SMALL', apiCachingBehavior: 'PER_RESOLVER_CACHING' } as const;

async function cachedApi(behaviour?: 'FULL_REQUEST_CACHING' | 'PER_RESOLVER_CACHING' | 'OPERATION_LEVEL_CACHING') {
  const api = await createApi(emulator, SCHEMA);
  if (behaviour) await api.appsync.createApiCache({ ...CACHE, apiId: api.apiId, apiCachingBehavior: behaviour });
  const caching = { cachingConfig: { ttl: 30, cachingKeys: ['$context.arguments.id'] } };
  await api.resolver('Query.post', UNIQUE('{ id: ctx.args.id, stamp: util.autoId() }'), caching);
  await api.resolver('Query.plain', UNIQUE('util.autoId()'));
  await api.resolver('Query.broken', UNIQUE("util.appendError('no') || util.autoId()"), { cachingConfig: { ttl: 30 } });
  await api.resolver('Post.comments', UNIQUE('`${ctx.source.id} ${util.autoId()}`'));
  await api.resolver(
    'Mutation.forget',
    "import { extensions } from '@aws-appsync/utils'; export function request(ctx) { return { payload: 'ok' }; } export function response(ctx) { extensions.evictFromApiCache('Query', 'post', { 'context.arguments.id': ctx.args.id }); return ctx.result; }",
  );
  await api.template(
    'Mutation.forgetByTemplate',
    '{"payload": "ok"}',
    '$util.qr($extensions.evictFromApiCache("Query", "post", {"context.arguments.id": $ctx.args.id}))"ok"',
  );
  const value = async (query: string): Promise<unknown> => JSON.stringify((await api.ask(`{ ${query} }`)).data);
  return { ...api, value };
}

it('keeps the answers of the resolvers that say so, by their keys, until their time is over', async () => {
  const { value, ask } = await cachedApi('PER_RESOLVER_CACHING');
  const first = await value('post(id: "a") { stamp }');
  expect(await value('post(id: "a", shade: "dark") { stamp }')).toBe(first);
  expect(await value('post(id: "b") { stamp }')).not.toBe(first);
  expect(await value('plain(id: "a")')).not.toBe(await value('plain(id: "a")'));
  // An answer with errors beside it is none that others may be given.
  expect(await value('broken(id: "a")')).not.toBe(await value('broken(id: "a")'));
  expect((await ask('{ broken(id: "a") }')).errors).toMatchObject([{ message: 'no' }]);
  await emulator.clock.advance('31s');
  expect(await value('post(id: "a") { stamp }')).not.toBe(first);
});

it('evicts in mutations, by code and by templates, and says how many', async () => {
  const { value, ask } = await cachedApi('PER_RESOLVER_CACHING');
  for (const field of ['forget', 'forgetByTemplate']) {
    const first = await value('post(id: "a") { stamp }');
    const other = await value('post(id: "b") { stamp }');
    expect(await ask(`mutation { ${field}(id: "a") }`)).toMatchObject({
      data: { [field]: 'ok' },
      extensions: { apiCacheEntriesDeleted: 1 },
    });
    expect(await ask(`mutation { ${field}(id: "none") }`)).not.toHaveProperty('extensions');
    expect(await value('post(id: "a") { stamp }')).not.toBe(first);
    expect(await value('post(id: "b") { stamp }')).toBe(other);
  }
});

it('keeps the answers of all resolvers, for each caller, arguments and source', async () => {
  const { value } = await cachedApi('FULL_REQUEST_CACHING');
  const first = await value('plain(id: "a")');
  expect(await value('plain(id: "a")')).toBe(first);
  const both = await value('one: post(id: "a") { id comments } other: post(id: "b") { id comments }');
  expect(both).toMatch(/"comments":"a .*"comments":"b /);
  expect(await value('one: post(id: "a") { id comments } other: post(id: "b") { id comments }')).toBe(both);
  await emulator.clock.advance('61s');
  expect(await value('plain(id: "a")')).not.toBe(first);
});

it('keeps whole answers, and runs no resolver for them', async () => {
  const { value, apiId, appsync } = await cachedApi('OPERATION_LEVEL_CACHING');
  const first = await value('plain(id: "a")');
  expect(await value('plain(id: "a")')).toBe(first);
  expect(await value('again: plain(id: "a")')).not.toContain(first);
  expect(await value('broken(id: "a")')).not.toBe(await value('broken(id: "a")'));
  await appsync.flushApiCache({ apiId });
  expect(await value('plain(id: "a")')).not.toBe(first);
});

it('has operations, with the errors of the cloud', async () => {
  const { apiId, appsync, resolver } = await cachedApi();
  const missing = (verb: string) => ({
    name: 'NotFoundException',
    message: `Unable to ${verb} the cache as it doesn't exist, please create the cache first.`,
  });
  await expect(appsync.getApiCache({ apiId })).rejects.toMatchObject(missing('get'));
  await expect(appsync.flushApiCache({ apiId })).rejects.toMatchObject(missing('flush'));
  await expect(appsync.createApiCache({ ...CACHE, apiId, ttl: 3601 })).rejects.toMatchObject({ name: 'BadRequestException' });
  const { apiCache } = await appsync.createApiCache({ ...CACHE, apiId, atRestEncryptionEnabled: true });
  expect(apiCache).toEqual({
    ...{ ...CACHE, status: 'AVAILABLE', atRestEncryptionEnabled: true, transitEncryptionEnabled: false, healthMetricsConfig: 'DISABLED' },
  });
  await expect(appsync.createApiCache({ ...CACHE, apiId })).rejects.toMatchObject({ message: 'The API has already enabled caching.' });
  await appsync.updateApiCache({ ...CACHE, apiId, ttl: 5, type: 'LARGE' });
  expect((await appsync.getApiCache({ apiId })).apiCache).toMatchObject({ ttl: 5, type: 'LARGE', atRestEncryptionEnabled: true });
  await appsync.deleteApiCache({ apiId });
  await expect(appsync.deleteApiCache({ apiId })).rejects.toMatchObject(missing('delete'));
  await appsync.deleteResolver({ apiId, typeName: 'Query', fieldName: 'plain' });
  await expect(
    resolver('Query.plain', UNIQUE('1'), { cachingConfig: { ttl: 5, cachingKeys: ['$context.stash.id'] } }),
  ).rejects.toMatchObject({ name: 'BadRequestException', message: expect.stringContaining('$context.stash.id') });
});
