import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOptions } from '#config/options';
import type { Ctx } from '#core/ctx';
import { claimantOf, claimHost, hostClaim, openRouteAt, releaseHost } from '#core/host-names';
import type { Collection, Key, Store } from '#core/records';
import { createRegistry } from '#core/registry';
import { service } from '#core/service';
import { openStore } from '#store/open-store';

let store: Store;
/** A resource of the service `apis` in this account and region. */
let ctx: Ctx;

const HERE = { account: '111111111111', region: 'eu-west-1' };

beforeEach(async () => {
  store = await openStore({ checked: true });
  const inPlace = ({ account = '', region = '' }: Parameters<Ctx['in']>[0]): Partial<Ctx> => ({
    ...{ service: 'apis', account, region },
    records: <K extends Key, V>(collection: Collection<K, V>) => store.records(collection, account, region),
    in: (other) => inPlace({ account, region, ...other }) as Ctx,
  });
  ctx = inPlace(HERE) as Ctx;
});
afterEach(() => store.close());

it('leads a claimed name to the resource that claimed it, from every account, until it is released', () => {
  store.write((tx) => claimHost(tx, 'api.example.com', ctx));
  const claim = { service: 'apis', ...HERE, name: 'api.example.com' };
  expect(hostClaim('api.example.com', ctx)).toEqual(claim);
  expect(hostClaim('api.example.com', ctx.in({ account: '222222222222', region: 'us-east-1' }))).toEqual(claim);
  expect(hostClaim('example.com', ctx)).toBeUndefined();
  store.write((tx) => releaseHost(tx, 'api.example.com', ctx));
  expect(hostClaim('api.example.com', ctx)).toBeUndefined();
});

it('takes a wildcard for the names one level below, where no claim is closer', () => {
  store.write((tx) => claimHost(tx, '*.example.com', ctx));
  store.write((tx) => claimHost(tx, 'own.example.com', ctx));
  expect(hostClaim('a.example.com', ctx)?.name).toBe('*.example.com');
  expect(hostClaim('own.example.com', ctx)?.name).toBe('own.example.com');
  expect(['a.b.example.com', 'example.com', 'localhost', ''].map((name) => claimantOf(name, store))).toEqual(Array(4).fill(undefined));
});

it('finds the open route of the claimant, after the routes whose host names match', () => {
  const route = { load: () => Promise.reject(new Error('not loaded here')) };
  const operations = { operations: [], resourceMembers: [] };
  const registry = createRegistry([
    service('apis', { ...operations, openRoutes: [{ ...route, hosts: /^[a-z]+\.apis\./, prefix: '/_apis/' }] }),
    service('urls', { ...operations, openRoutes: [{ ...route, hosts: /^[a-z]+\.urls\./, prefix: '/_urls/', paths: /^\/urls\/[a-z]+$/ }] }),
  ]);
  store.write((tx) => claimHost(tx, 'api.example.com', ctx));
  store.write((tx) => claimHost(tx, 'a.urls.localhost', ctx));
  const at = (host: string, path: string) => {
    const found = openRouteAt(host, path, { registry, store, options: readOptions({}, {}) });
    return found && [found.service, found.ownHost];
  };
  expect(at('api.example.com', '/urls/a')).toEqual(['apis', true]);
  expect(at('a.urls.localhost', '/')).toEqual(['urls', true]);
  expect(at('localhost', '/_apis/a')).toEqual(['apis', false]);
  expect(at('localhost', '/urls/a?b/c')).toEqual(['urls', false]);
  expect(at('other.example.com', '/')).toBeUndefined();
});
