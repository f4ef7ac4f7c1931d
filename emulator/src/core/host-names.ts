// Host names that resources claim for themselves (custom domains of APIs): requests to them lead to the service that claimed them.
import { DEFAULT_ACCOUNT } from './access-key.ts';
import type { Ctx } from './ctx.ts';
import { collection, type Records, type Store, type Tx } from './records.ts';
import type { OpenRouteMatch, Registry } from './registry.ts';

interface HostClaim {
  readonly service: string;
}

/** One set for all accounts, because a host name does not contain one. `*.example.com` stands for all names one level below. */
const claims = collection<[name: string], HostClaim>('core.host-names', { global: true });

const claimsOf = (ctx: Ctx): Records<[name: string], HostClaim> => ctx.in({ account: DEFAULT_ACCOUNT }).records(claims);

/** From this write on, requests to the name (lower case) go to the open route of the calling service. */
export function claimHost(tx: Tx, name: string, ctx: Ctx): void {
  tx.put(claimsOf(ctx), [name], { service: ctx.service });
}

export function releaseHost(tx: Tx, name: string, ctx: Ctx): void {
  tx.delete(claimsOf(ctx), [name]);
}

/** The service that claimed the name, or the wildcard above it. */
export function claimantOf(name: string, store: Store): string | undefined {
  const records = store.records(claims, DEFAULT_ACCOUNT, '');
  const dot = name.indexOf('.');
  return (records.get([name]) ?? (dot < 0 ? undefined : records.get([`*${name.slice(dot)}`])))?.service;
}

/** The open route for a host name (lower case, without a port) and a path: by the form of the name, by a claim, or by the path. */
export const openRouteAt = (
  host: string,
  path: string,
  { registry, store }: { readonly registry: Registry; readonly store: Store },
): OpenRouteMatch | undefined => registry.openRoute(host, path, () => claimantOf(host, store));
