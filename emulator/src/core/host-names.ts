// Host names that resources claim for themselves (custom domains of APIs): requests to them lead to the service that claimed them.
import type { OptionValues } from '#config/options';
import { isEmulated } from '#lib/emulated-names';
import { DEFAULT_ACCOUNT } from './access-key.ts';
import type { Ctx } from './ctx.ts';
import type { Kernel } from './kernel.ts';
import { isOwnHostName } from './own-host-names.ts';
import { collection, type Records, type Store, type Tx } from './records.ts';
import type { OpenRouteMatch, Registry } from './registry.ts';

export interface HostClaim {
  readonly service: string;
  /** Where the resource is that claimed the name. */
  readonly account: string;
  readonly region: string;
}

/** One set for all accounts, because a host name does not contain one. `*.example.com` stands for all names one level below. */
const claims = collection<[name: string], HostClaim>('core.host-names', { global: true });

const claimsOf = (ctx: Ctx): Records<[name: string], HostClaim> => ctx.in({ account: DEFAULT_ACCOUNT }).records(claims);

/** Whether a resource may not claim the name (lower case): it leads to the emulator itself. */
export const isUnclaimable = (name: string, { options }: Pick<Ctx, 'options'>): boolean => isOwnHostName(name, options);

/** From this write on, requests to the name (lower case) go to the open route of the calling service. The name may be claimed. */
export function claimHost(tx: Tx, name: string, ctx: Ctx): void {
  tx.put(claimsOf(ctx), [name], { service: ctx.service, account: ctx.account, region: ctx.region });
}

export function releaseHost(tx: Tx, name: string, ctx: Ctx): void {
  tx.delete(claimsOf(ctx), [name]);
}

/** The claim of the name, or of the wildcard above it. `name` is what was claimed. */
function located(name: string, records: Records<[name: string], HostClaim>): (HostClaim & { readonly name: string }) | undefined {
  const dot = name.indexOf('.');
  const [exact, wildcard] = [name, `*${name.slice(dot)}`];
  const found = records.get([exact]);
  if (found) return { ...found, name: exact };
  const above = dot < 0 ? undefined : records.get([wildcard]);
  return above && { ...above, name: wildcard };
}

/** The service that claimed the name, or the wildcard above it. */
export const claimantOf = (name: string, store: Store): string | undefined =>
  located(name, store.records(claims, DEFAULT_ACCOUNT, ''))?.service;

/** The claim behind the host name of a request: the name that was claimed, and where. */
export const hostClaim = (name: string, ctx: Ctx): (HostClaim & { readonly name: string }) | undefined => located(name, claimsOf(ctx));

/** Whether a host name of the cloud (lower case) leads to a service, an API or a function URL that the emulator has. */
const isServed = (name: string, { registry, serviceAt }: Pick<Kernel, 'registry' | 'serviceAt'>): boolean =>
  isEmulated(name) && (registry.cloudUrlHost(name) !== undefined || registry.service(serviceAt(name) ?? '') !== undefined);

/** Names as the emulator gives them out, with the gateway's port: they resolve on some systems alone. */
const isGivenOut = (name: string, port: string, { origin }: Pick<Kernel, 'origin'>): boolean =>
  /\.localhost(?:\.localstack\.cloud)?$/.test(name) && port === new URL(origin).port;

/** The gateway's own address of a URL that leads to the emulator; see `Ctx.ownAddress`. */
export function ownAddress({ hostname, port, pathname, search }: URL, kernel: Kernel): URL | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (!isServed(name, kernel) && !isGivenOut(name, port, kernel) && claimantOf(name, kernel.store) === undefined) return undefined;
  // Joined, not resolved: a path of `//host` would lead to that host.
  return new URL(`${kernel.origin}${pathname}${search}`);
}

/** The open route for a host name (lower case, without a port) and a path: by the form of the name, by a claim, or by the path. */
export const openRouteAt = (
  host: string,
  path: string,
  { registry, store, options }: { readonly registry: Registry; readonly store: Store; readonly options: OptionValues },
): OpenRouteMatch | undefined =>
  registry.openRoute(host, path, () => {
    const claimant = claimantOf(host, store);
    // Since the name was claimed, an option may have given it to the emulator.
    return claimant === undefined || isOwnHostName(host, options) ? undefined : claimant;
  });
