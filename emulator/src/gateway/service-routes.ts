// Paths that a service answers itself, outside the cloud's API (`/_cloud/function/…`).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEFAULT_ACCOUNT } from '#core/access-key';
import { Context } from '#core/context';
import type { Dispatch } from '#core/dispatch';
import { Fault } from '#core/fault';
import type { RouteRequest } from '#core/route';
import type { World } from '#core/world';
import { readBody } from './body.ts';
import { originOf } from './origin.ts';
import { send } from './send.ts';

const MOST_BODY_BYTES = 16 * 1024 * 1024;
const DEFAULT_REGION = 'us-east-1';

type FoundRoute = NonNullable<ReturnType<World['registry']['route']>>;

export interface ServiceRoutes {
  /** False when no service has a route there; else it is being answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

export function createServiceRoutes({ world, dispatch }: { world: World; dispatch: Dispatch }): ServiceRoutes {
  const run = async (found: FoundRoute, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const asked: RouteRequest = {
      method: request.method ?? 'GET',
      path,
      query: new URLSearchParams(query),
      headers: request.headers as Record<string, string | undefined>,
      body: () => readBody(request, MOST_BODY_BYTES),
    };
    try {
      const route = await found.load();
      const { status, headers = {}, body = '' } = await route(asked, routeContext(world, dispatch, found.service, path, request));
      await send(response, { status, headers: { ...headers }, body }, request.method === 'HEAD');
    } catch (error) {
      const fault = error instanceof Fault ? error : undefined;
      if (!fault) world.log.error(`${path} failed: ${error instanceof Error ? error.stack : String(error)}`);
      const text = fault?.message ?? 'The emulator failed at this; its log says how.';
      const body = JSON.stringify({ __type: fault?.code ?? 'InternalFailure', message: text });
      const status = fault ? (fault.options.status ?? 400) : 500;
      await send(response, { status, headers: { 'content-type': 'application/json' }, body }, false).catch(() => response.destroy());
    }
  };
  return {
    answer: (request, response) => {
      const found = world.registry.route((request.url ?? '/').split('?', 1)[0]!);
      if (found) void run(found, request, response);
      return found !== undefined;
    },
  };
}

/** Nobody signs such a request: it stands in the default account and region until the route says otherwise. */
function routeContext(world: World, dispatch: Dispatch, service: string, path: string, request: IncomingMessage): Context {
  const id = randomUUID();
  return new Context(world, dispatch, {
    service,
    operation: path,
    input: {},
    account: DEFAULT_ACCOUNT,
    region: DEFAULT_REGION,
    principal: { kind: 'anonymous', account: DEFAULT_ACCOUNT },
    requestId: id,
    trace: { id, depth: 0 },
    origin: originOf(request, world),
    signal: world.stopping,
  });
}
