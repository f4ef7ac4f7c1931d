// All services of one emulator: their manifests, the code that they have loaded, and which service handles which ARN.

import assert from 'node:assert';
import { memoize } from '#lib/memoize';
import type { Access } from './access.ts';
import type { IdentityFinders } from './authorization/identity-cache.ts';
import type { Protects } from './authorization/protected-resource.ts';
import type { Cors } from './cors.ts';
import type { Ctx } from './ctx.ts';
import type { DeliverySender } from './delivery/delivery-sender.ts';
import type { Target } from './delivery/target.ts';
import type { IssuedKey } from './issued-key.ts';
import type { LogSource } from './log-source.ts';
import type { ReadGauges } from './metrics/gauges.ts';
import type { Operation } from './operation.ts';
import type { MultiGuard } from './policy/resource-policy.ts';
import type { ResourceType } from './resources/resource-type.ts';
import type { Route } from './route.ts';
import type { OperationFile, RouteRequests, Service, TargetKind } from './service.ts';
import type { Source } from './source.ts';
import type { DueWork } from './time/work.ts';
import type { ResourceLinks } from './traces/map/resource-links.ts';
import type { Upgrade } from './upgrade.ts';

export type Run = Operation['run'];

export interface OpenRouteMatch {
  readonly service: string;
  /** The host name matched, not the path. */
  readonly ownHost: boolean;
  load(): Promise<Route>;
  /** Undefined where the route takes no WebSocket handshakes. */
  readonly upgrade: (() => Promise<Upgrade>) | undefined;
}

export interface Registry {
  readonly services: readonly Service[];
  service(name: string): Service | undefined;
  /** The operation's code, loaded with its file; undefined when the service has no such operation. No promise once it is loaded. */
  operation(service: string, name: string): Run | Promise<Run> | undefined;
  guard(service: string): MultiGuard | Promise<MultiGuard> | undefined;
  cors(service: string): Promise<Cors | undefined>;
  /** The key with this id that one of the services made in the account of `ctx`. */
  issuedKey(accessKeyId: string, ctx: Ctx): Promise<IssuedKey | undefined>;
  /** The services' own ways to find who holds a key, and the policies of identities. */
  identityFinders(): Promise<IdentityFinders>;
  /** Undefined for services whose resources have neither policies nor tags. */
  protects(service: string): Promise<Protects | undefined>;
  work(name: string): Promise<DueWork | undefined>;
  /** Whether resources that report in this namespace of metrics have gauges. */
  hasGauges(namespace: string): boolean;
  gauges(namespace: string): Promise<ReadGauges | undefined>;
  /** The links between resources of every service that has some. */
  links(): Promise<readonly ResourceLinks[]>;
  targetKind(arn: string): string | undefined;
  /** The kinds of all event targets, in alphabetical order. */
  readonly targetKinds: readonly string[];
  /** Whether a service here has the operation. Loads nothing. */
  offers(service: string, operation: string): boolean;
  target(arn: string): Promise<Target | undefined>;
  /** The target for an ARN, if its code is loaded. */
  loadedTarget(arn: string): Target | undefined;
  /** Undefined where the service does not describe its failed deliveries, or does not exist. */
  sender(service: string): Promise<DeliverySender | undefined>;
  /** Undefined where no service offers records under such an ARN. */
  source(arn: string): Promise<Source | undefined>;
  /** Undefined where no service has a log under such an ARN. */
  logSource(arn: string): Promise<LogSource | undefined>;
  /** `effect`: that of GET and HEAD. */
  route(path: string): { service: string; access: Access; only?: RouteRequests | undefined; load(): Promise<Route> } | undefined;
  /** `claimant`: finds the service that claimed the host name, where no form of names matches it. */
  openRoute(host: string, path: string, claimant: () => string | undefined): OpenRouteMatch | undefined;
  /** The part of the host name (lower case) before its domain, where clients are given such names below the cloud's domain. */
  cloudUrlHost(host: string): string | undefined;
  resourceType(name: string): Promise<ResourceType> | undefined;
  /** The names of all resource types. */
  resourceTypes(): readonly string[];
  /** Services whose code has been loaded. */
  loaded(): string[];
}

/** Loads each module once, because even for a loaded module `import()` takes longer than most of its uses. Failures are not kept. */
function createLoader() {
  const loading = new Map<() => Promise<unknown>, Promise<unknown>>();
  return <T>(load: () => Promise<T>): Promise<T> => {
    let found = loading.get(load) as Promise<T> | undefined;
    if (!found) {
      found = load();
      loading.set(load, found);
      found.catch(() => loading.delete(load));
    }
    return found;
  };
}

export function createRegistry(services: readonly Service[]): Registry {
  const byName = new Map(services.map((service) => [service.name, service]));
  const fileOf = new Map(
    services.flatMap(({ name, operations }) =>
      operations.flatMap((file) => file.names.map((op): [string, OperationFile] => [`${name}.${op}`, file])),
    ),
  );
  const routes = services.flatMap(({ name, routes = {} }) =>
    Object.entries(routes).map(([prefix, { load, only, ...access }]) => ({ prefix, name, load, only, access })),
  );
  const openRoutes = services.flatMap(({ name, openRoutes: open = [] }) => open.map((route) => ({ ...route, name })));
  const openRouteOf = memoize((host) => openRoutes.find(({ hosts }) => hosts.test(host)));
  const openRouteOfService = (service: string | undefined) =>
    service === undefined ? undefined : openRoutes.find(({ name }) => name === service);
  const gauges = new Map(services.flatMap(({ gauges = {} }) => Object.entries(gauges)));
  const resources = new Map(services.flatMap(({ resources = {} }) => Object.entries(resources)));
  /** By service, then by operation: looked up at every call. */
  const operations = new Map<string, Map<string, Run>>(services.map(({ name }) => [name, new Map()]));
  const targets = new Map<TargetKind, Target>();
  const guards = new Map<string, MultiGuard>();
  const loaded = new Set<string>();
  const once = createLoader();

  const kinds = services.flatMap(({ targets = {} }) => Object.entries(targets).map(([kind, target]) => ({ kind, target })));
  const targetOf = memoize((arn) => kinds.find(({ target }) => target.arn.test(arn)));
  const loadOperation = async (service: string, key: string): Promise<Run> => {
    const file = fileOf.get(key)!;
    const module = (await file.load()) as Record<string, Operation>;
    loaded.add(service);
    const runs = operations.get(service)!;
    for (const name of file.names) runs.set(name, module[name]!.run);
    return module[key.slice(service.length + 1)]!.run;
  };

  const remember = (service: string, guard: MultiGuard): MultiGuard => {
    guards.set(service, guard);
    return guard;
  };

  return {
    services,
    service: (name) => byName.get(name),
    operation: (service, name) => {
      const known = operations.get(service)?.get(name);
      if (known) return known;
      const key = `${service}.${name}`;
      return fileOf.has(key) ? loadOperation(service, key) : undefined;
    },
    offers: (service, operation) => fileOf.has(`${service}.${operation}`),
    guard: (service) => {
      const load = byName.get(service)?.guard;
      if (!load) return undefined;
      return guards.get(service) ?? once(load).then(({ guard }) => remember(service, guard));
    },
    cors: async (service) => {
      const load = byName.get(service)?.cors;
      return load && (await once(load)).cors;
    },
    issuedKey: async (accessKeyId, ctx) => {
      for (const { accessKeys } of services) {
        const key = accessKeys && (await once(accessKeys)).issuedKey(accessKeyId, ctx);
        if (key) return key;
      }
      return undefined;
    },
    identityFinders: async () => {
      const holders = await Promise.all(services.flatMap(({ accessKeys }) => (accessKeys ? [once(accessKeys)] : [])));
      const [keeper] = await Promise.all(services.flatMap(({ identities }) => (identities ? [once(identities)] : [])));
      assert(keeper, 'no service keeps identities');
      return { holders: holders.map(({ keyHolder }) => keyHolder), identities: keeper.identities };
    },
    protects: async (service) => {
      const load = byName.get(service)?.protects;
      return load && (await once(load)).protects;
    },
    work: async (name) => {
      const load = byName.get(name.slice(0, name.indexOf('.')))?.work?.[name];
      return load && (await once(load)).work[name];
    },
    hasGauges: (namespace) => gauges.has(namespace),
    gauges: async (namespace) => {
      const load = gauges.get(namespace);
      return load && (await once(load)).gauges;
    },
    links: async () => (await Promise.all(services.flatMap(({ links }) => (links ? [once(links)] : [])))).map(({ links }) => links),
    targetKind: (arn) => targetOf(arn)?.kind,
    targetKinds: kinds.map(({ kind }) => kind).sort(),
    target: async (arn) => {
      const found = targetOf(arn);
      if (!found) return undefined;
      const { target } = await once(found.target.load);
      targets.set(found.target, target);
      return target;
    },
    loadedTarget: (arn) => {
      const found = targetOf(arn);
      return found && targets.get(found.target);
    },
    sender: async (service) => {
      const load = byName.get(service)?.sender;
      return load && (await once(load)).sender;
    },
    source: async (arn) => {
      const kinds = services.flatMap(({ sources = {} }) => Object.values(sources));
      const found = kinds.find((kind) => kind.arn.test(arn));
      return found && (await once(found.load)).source;
    },
    logSource: async (arn) => {
      const kinds = services.flatMap(({ logSources = {} }) => Object.values(logSources));
      const found = kinds.find((kind) => kind.arn.test(arn));
      return found && (await once(found.load)).logSource;
    },
    route: (path) => {
      const found = routes.find(({ prefix, only }) => (only ? path === prefix : path.startsWith(prefix)));
      return found && { service: found.name, access: found.access, only: found.only, load: async () => (await once(found.load)).route };
    },
    openRoute: (host, path, claimant) => {
      const own = openRouteOf(host) ?? openRouteOfService(claimant());
      const found = own ?? openRoutes.find(({ prefix, paths }) => path.startsWith(prefix) || paths?.test(path.split('?', 1)[0]!) === true);
      if (!found) return undefined;
      const { name, load, upgrade } = found;
      return {
        service: name,
        ownHost: found === own,
        load: async () => (await once(load)).route,
        upgrade: upgrade && (async () => (await once(upgrade)).upgrade),
      };
    },
    cloudUrlHost: (host) => {
      const found = openRoutes.find(({ hosts, hasCloudUrls }) => hasCloudUrls && hosts.test(host));
      return found?.hosts.exec(host)?.[0];
    },
    resourceType: (name) => {
      const load = resources.get(name);
      return load && once(load).then(({ resource }) => resource);
    },
    resourceTypes: () => [...resources.keys()],
    loaded: () => [...loaded],
  };
}
