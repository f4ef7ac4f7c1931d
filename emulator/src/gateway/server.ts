// The gateway: one port, and the steps that each request passes, in order.
import type http from 'node:http';
import { nativeUrl } from '#config/compat/paths';
import { controlChannelIn, isChannelPath } from '#containers/control-channel';
import { emulatorContext } from '#core/emulator-context';
import type { Engine } from '#core/engine';
import { claimantOf, openRouteAt } from '#core/host-names';
import { INTERNAL_FAILURE } from '#core/messages';
import { lazy } from '#lib/lazy';
import { memoize } from '#lib/memoize';
import type { Models } from '#protocol/models';
import { createCallersOf } from './access/callers-of.ts';
import { type AccessTarget, refusalOf } from './access/may-ask.ts';
import { createCloudApi } from './cloud-api.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections/connection-limits.ts';
import { createHttpServers } from './connections/http-servers.ts';
import type { Listener } from './connections/listener.ts';
import { createMux } from './connections/mux.ts';
import { EXPLORER_PATH, isExplorerPath } from './explorer/explorer-path.ts';
import { opensAddress } from './explorer/opened-address.ts';
import type { ManagementParts } from './management/parts.ts';
import { AUTHORITY_NOTICE } from './messages.ts';
import { createOriginFilter } from './origin/origin-filter.ts';
import { hostName } from './origin/origin-policy.ts';
import { createPlainCalls } from './plain-call.ts';
import { createServiceRoutes } from './service-routes.ts';
import { createSignatures } from './signatures.ts';
import { openAuthority } from './tls/authority.ts';
import { authorityNames } from './tls/authority-names.ts';
import { createUpgrades } from './upgrades.ts';

const CLOSE_WITHIN_MS = 1500;
const EXPLORER_FILES: AccessTarget = { kind: 'endpoint', audience: 'clients', effect: 'reads' };

export interface Gateway {
  close(): Promise<void>;
}

export interface GatewayParts {
  readonly engine: Engine;
  readonly listener: Listener;
  readonly models: Models;
  /** Folder of the local certificate authority; where absent, the authority exists in memory only. */
  readonly authorityDirectory?: string | undefined;
  /** By default `CONNECTION_LIMITS`. */
  readonly limits?: ConnectionLimits | undefined;
  readonly management: Omit<ManagementParts, 'authority' | 'call' | 'contextIn'>;
}

/** Serves the connections of the port. */
export function createGateway({
  engine,
  listener,
  models,
  authorityDirectory,
  limits = CONNECTION_LIMITS,
  ...parts
}: GatewayParts): Gateway {
  const { kernel } = engine;
  const log = kernel.log.in('gateway');
  const nameOf = memoize(hostName);
  const isContentHost = (name: string): boolean => openRouteAt(name, '', kernel)?.ownHost === true;
  const isClaimed = (name: string): boolean => claimantOf(name, kernel.store) !== undefined;
  const origins = createOriginFilter(kernel, { nameOf, isContentHost, isClaimed });
  const signatures = createSignatures(kernel);
  const callersOf = createCallersOf(kernel, (request) => origins.crossOrigin(request) !== undefined);
  const whyNot = (request: http.IncomingMessage, asked: AccessTarget): string | undefined => refusalOf(callersOf(request), asked);
  /** Answers a request that whoever sends it may not make. False where they may. */
  const refused = (request: http.IncomingMessage, response: http.ServerResponse, asked: AccessTarget): boolean => {
    const why = whyNot(request, asked);
    if (why !== undefined) origins.refuse(response, origins.crossOrigin(request) ?? why);
    return why !== undefined;
  };
  const api = createCloudApi({ engine, models, origins, signatures, whyNot });
  const serviceRoutes = createServiceRoutes({ engine, models, signatures, nameOf, refused });
  const notice = (notice: string) => log.write(AUTHORITY_NOTICE, { notice });
  const authority = lazy(() => openAuthority(authorityDirectory, { names: authorityNames(kernel.options), notice }));
  const management = lazy(async () =>
    (await import('./management/management.ts')).managementServer(
      kernel,
      {
        ...parts.management,
        authority,
        call: createPlainCalls(engine, models),
        contextIn: (account) => emulatorContext('management', account, engine),
      },
      refused,
    ),
  );
  const explorer = lazy(async () => {
    const { createExplorer, explorerFolder } = await import('./explorer/explorer.ts');
    return createExplorer(explorerFolder());
  });
  /** Pages of other sites are not led on, nor is whoever may not ask for the explorer. */
  const isOpened = (request: http.IncomingMessage): boolean =>
    opensAddress(request, origins.mayShow(request), nameOf(String(request.headers.host ?? request.headers[':authority'] ?? ''))) &&
    origins.crossOrigin(request) === undefined &&
    whyNot(request, EXPLORER_FILES) === undefined;
  const established = kernel.options.EMULATOR_PARITY;
  let managed = false;

  // The steps of every request, over any protocol.
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    // 0. Environments of functions that connect to the emulator: a secret admits them, under any host name.
    if (isChannelPath(request.url) && controlChannelIn(kernel.owned)?.answer(request, response)) return;
    // 1. Routes that services open to every client: matched by the host name, or by a prefix of the path.
    const open = serviceRoutes.open(request);
    if (open) {
      if (refused(request, response, { kind: 'open route', ownHost: open.ownHost })) return;
      if (origins.admitOpen(request, response, open.ownHost)) open.answer(response);
      return;
    }
    // 2. Web pages: refused, or admitted with CORS headers, before any other code sees the request.
    if (!origins.admit(request, response)) return;
    if (established && request.url?.startsWith('/_')) request.url = nativeUrl(request.url);
    const path = request.url ?? '/';
    // 3. The emulator's own endpoints.
    if (path.startsWith('/_emulator')) {
      if (kernel.options.EXPLORER && isExplorerPath(path)) {
        if (refused(request, response, EXPLORER_FILES)) return;
        return (await explorer())(request, response);
      }
      managed = true;
      return (await management()).handle(request, response);
    }
    // 4. Paths that a service answers itself.
    if (path.length > 1 && serviceRoutes.answer(request, response)) return;
    // 5. Somebody who opens the emulator's address in a browser sees the explorer.
    if (request.method === 'GET' && kernel.options.EXPLORER && isOpened(request))
      return void response.writeHead(302, { location: `${EXPLORER_PATH}/`, 'cache-control': 'no-store' }).end();
    // 6. Everything else is the cloud's API.
    await api.answer(request, response);
  };
  /** An error in one request ends that request, never the process. */
  const handler = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    pass(request, response).catch((error: unknown) => {
      log.write(INTERNAL_FAILURE, { work: `${request.method} ${request.url}`, error });
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };

  const mux = createMux({
    listener,
    servers: createHttpServers(
      { request: handler, upgrade: createUpgrades({ engine, serviceRoutes, origins, whyNot }) },
      authority,
      limits,
    ),
    limits,
    ownConnections: kernel.ownConnections,
    failed: (error) => log.write(INTERNAL_FAILURE, { work: 'TLS', error }),
  });
  return {
    close: async () => {
      await controlChannelIn(kernel.owned)?.hangUp();
      await mux.close(CLOSE_WITHIN_MS);
      if (managed) await (await management()).close();
    },
  };
}
