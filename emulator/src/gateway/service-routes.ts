// Paths that a service answers itself, outside the cloud's API (`/_cloud/function/…`).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { DEFAULT_ACCOUNT } from '#core/access-key';
import { Context } from '#core/context';
import type { Dispatch } from '#core/dispatch';
import { Fault } from '#core/fault';
import type { RouteRequest } from '#core/route';
import type { World } from '#core/world';
import { readBody } from './body.ts';
import { originOf } from './origin.ts';

const MOST_BODY_BYTES = 16 * 1024 * 1024;
const DEFAULT_REGION = 'us-east-1';

export interface ServiceRoutes {
  /** False when no service has a route there. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export function createServiceRoutes({ world, dispatch }: { world: World; dispatch: Dispatch }): ServiceRoutes {
  return {
    answer: async (request, response) => {
      const url = request.url ?? '/';
      if (!url.startsWith('/_')) return false;
      const [path = '/', query = ''] = url.split('?', 2);
      const found = world.registry.route(path);
      if (!found) return false;
      const id = randomUUID();
      const ctx = new Context(world, dispatch, {
        service: found.service,
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
      const asked: RouteRequest = {
        method: request.method ?? 'GET',
        path,
        query: new URLSearchParams(query),
        headers: request.headers as Record<string, string | undefined>,
        body: () => readBody(request, MOST_BODY_BYTES),
      };
      try {
        const { status, headers = {}, body = '' } = await (await found.load())(asked, ctx);
        response.writeHead(status, headers);
        if (typeof body === 'string' || body instanceof Uint8Array) response.end(body);
        else Readable.from(body).pipe(response);
      } catch (error) {
        const fault = error instanceof Fault ? error : undefined;
        if (!fault) world.log.error(`${path} failed: ${error instanceof Error ? error.stack : String(error)}`);
        response.writeHead(fault ? (fault.options.status ?? 400) : 500, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ __type: fault?.code ?? 'InternalFailure', message: fault?.message ?? 'The emulator failed; its log says how.' }),
        );
      }
      return true;
    },
  };
}
