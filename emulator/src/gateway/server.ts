// The door: one port, and what a request goes through, in order.
import type http from 'node:http';
import type net from 'node:net';
import { nativeUrl } from '#config/compat/paths';
import { listenAddress, listenUrl } from '#config/listen-address';
import { controlChannelIn, isChannelPath } from '#containers/control-channel';
import type { Dispatch } from '#core/dispatch';
import type { Kernel } from '#core/kernel';
import { EmulatorError } from '#lib/emulator-error';
import { lazy } from '#lib/lazy';
import { memoize } from '#lib/memoize';
import type { Models } from '#protocol/models';
import { openAuthority } from './authority.ts';
import { createCloudApi } from './cloud-api.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, maxConnections, processLimits } from './connection-limits.ts';
import { createHttpServers } from './http-servers.ts';
import type { ManagementParts } from './management-parts.ts';
import { createMux } from './mux.ts';
import { createOriginFilter } from './origin-filter.ts';
import { hostName } from './origin-policy.ts';
import { createServiceRoutes } from './service-routes.ts';

const CLOSE_WITHIN_MS = 1500;

export interface Gateway {
  readonly url: string;
  /** What it listens on. */
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface GatewayParts {
  readonly kernel: Kernel;
  readonly dispatch: Dispatch;
  readonly models: Models;
  /** Folder of the local certificate authority; in memory without. */
  readonly authorityDirectory?: string | undefined;
  /** `CONNECTION_LIMITS` unless told. */
  readonly limits?: ConnectionLimits | undefined;
  readonly management: Omit<ManagementParts, 'authority'>;
}

/** Opens the port. @throws EmulatorError PORT_TAKEN, ADDRESS_INVALID, PORT_FORBIDDEN */
export async function openGateway({
  kernel,
  dispatch,
  models,
  authorityDirectory,
  limits = CONNECTION_LIMITS,
  ...parts
}: GatewayParts): Promise<Gateway> {
  const { host, port } = listenAddress(kernel.options.GATEWAY_LISTEN);
  const nameOf = memoize(hostName);
  const isContentHost = (name: string): boolean => kernel.registry.openRoute(name, '')?.ownHost === true;
  const origins = createOriginFilter(kernel, { nameOf, isContentHost });
  const api = createCloudApi({ kernel, dispatch, models, origins });
  const serviceRoutes = createServiceRoutes({ kernel, dispatch, nameOf });
  const authority = lazy(() => openAuthority(authorityDirectory));
  const management = lazy(async () => (await import('./management.ts')).managementServer(kernel, { ...parts.management, authority }));
  const established = kernel.options.EMULATOR_PARITY;
  let managed = false;

  // What every request goes through, whatever it came over.
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    // 0. Environments of functions that dial in: a secret opens, whatever the name by which they reach us.
    if (isChannelPath(request.url) && controlChannelIn(kernel.owned)?.answer(request, response)) return;
    // 1. What services answer to anybody, whatever the path: its host, or a prefix, is its own.
    const open = serviceRoutes.open(request);
    if (open) {
      if (origins.admitOpen(request, response, open.ownHost)) open.answer(response);
      return;
    }
    // 2. Web pages: refused, or admitted with CORS headers, before anything else sees the request.
    if (!origins.admit(request, response)) return;
    if (established && request.url?.startsWith('/_')) request.url = nativeUrl(request.url);
    const path = request.url ?? '/';
    // 3. The emulator's own endpoints.
    if (path.startsWith('/_emulator')) {
      managed = true;
      return (await management()).handle(request, response);
    }
    // 4. Paths that a service answers itself.
    if (path.startsWith('/_') && serviceRoutes.answer(request, response)) return;
    // 5. Everything else is the cloud's API.
    await api.answer(request, response);
  };
  /** Whatever goes wrong with one request ends that request, never the process. */
  const handler = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    pass(request, response).catch((error: unknown) => {
      kernel.log.in('gateway').error(`${request.method} ${request.url} failed: ${error instanceof Error ? error.stack : String(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };

  const mux = createMux({
    servers: createHttpServers(handler, authority, limits),
    limits,
    maxConnections: maxConnections(processLimits()),
    failed: (error) => kernel.log.in('gateway').error(`TLS is not to be had: ${error instanceof Error ? error.stack : String(error)}`),
  });
  await listen(mux.server, host, port);
  const bound = (mux.server.address() as net.AddressInfo).port;
  return {
    host,
    port: bound,
    url: listenUrl({ host, port: bound }),
    close: async () => {
      await controlChannelIn(kernel.owned)?.hangUp();
      await mux.close(CLOSE_WITHIN_MS);
      if (managed) await (await management()).close();
    },
  };
}

async function listen(server: net.Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new EmulatorError('PORT_TAKEN', `Port ${port} on ${host} is in use.`, {
            hint: '`emulator status` tells whether it is an emulator; GATEWAY_LISTEN=127.0.0.1:4567 takes another port.',
            cause: error,
          }),
        );
      else if (error.code === 'EACCES')
        reject(
          new EmulatorError('PORT_FORBIDDEN', `Port ${port} may not be opened by this user.`, {
            hint: 'Ports from 1024 up need no rights.',
            cause: error,
          }),
        );
      else
        reject(
          new EmulatorError('ADDRESS_INVALID', `Cannot listen on ${host}:${port}: ${error.message}`, {
            hint: 'GATEWAY_LISTEN names the address.',
            cause: error,
          }),
        );
    });
    server.listen(port, host, () => resolve());
  });
}
