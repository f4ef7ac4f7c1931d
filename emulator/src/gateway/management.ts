// The emulator's own endpoints, under /_emulator.
import http from 'node:http';
import fastify from 'fastify';
import type { History, LogLine } from '#core/log';
import type { World } from '#core/world';
import { VERSION } from '#lib/version';

export interface ManagementParts {
  readonly history: History;
  /** Where absent, this emulator is not stopped over HTTP. */
  readonly onStopRequest?: (() => void) | undefined;
}

export interface ManagementServer {
  handle(request: http.IncomingMessage, response: http.ServerResponse): void;
  close(): Promise<void>;
}

/** A server that listens nowhere: the gateway hands it what is meant for it. */
export async function managementServer(world: World, { history, onStopRequest }: ManagementParts): Promise<ManagementServer> {
  let handle: ManagementServer['handle'] = () => {};
  const app = fastify({
    exposeHeadRoutes: false,
    serverFactory: (answer) => {
      handle = answer;
      return http.createServer();
    },
  });
  app.get('/_emulator/health', async () => health(world));
  app.head('/_emulator/health', async (_request, reply) => reply.code(200).send());
  app.post('/_emulator/stop', async (_request, reply) => {
    if (!onStopRequest) return reply.code(409).send({ message: 'This emulator lives inside another process, which ends it.' });
    setImmediate(onStopRequest);
    return reply.code(202).send({ status: 'stopping' });
  });
  app.get<{ Querystring: { lines?: string; follow?: string } }>('/_emulator/log', async ({ query, raw }, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const write = (line: LogLine) => reply.raw.write(`${JSON.stringify(line)}\n`);
    for (const line of history.recent(Number(query.lines ?? 100) || 0)) write(line);
    if (query.follow !== '1') return void reply.raw.end();
    const off = history.follow(write);
    raw.once('close', off);
    world.stopping.addEventListener('abort', () => reply.raw.end(), { once: true });
  });
  app.all('/_emulator/*', async (request, reply) =>
    reply.code(404).send({
      message: `There is no ${request.method} ${request.url} here.`,
      hint: 'GET /_emulator/health tells the state of the emulator.',
    }),
  );
  await app.ready();
  return { handle, close: () => app.close() };
}

/** `services`: `running` once a service's code has loaded, `available` before. */
function health({ registry, store, options }: World) {
  const loaded = new Set(registry.loaded());
  return {
    status: store.failure === undefined ? 'ok' : 'read-only',
    version: VERSION,
    persistence: options.PERSISTENCE,
    services: Object.fromEntries(registry.services.map(({ name }) => [name, loaded.has(name) ? 'running' : 'available'])),
  };
}
