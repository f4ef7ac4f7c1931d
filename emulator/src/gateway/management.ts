// The emulator's own endpoints, under /_emulator: a server that does not listen itself; the gateway hands it requests.
import http from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kernel } from '#core/kernel';
import type { LogLine } from '#core/log';
import { EmulatorError } from '#lib/emulator-error';
import { clockRoutes } from './management-clock.ts';
import { factRoutes } from './management-facts.ts';
import { healthRoutes } from './management-health.ts';
import { initRoutes } from './management-init.ts';
import type { ManagementParts } from './management-parts.ts';
import { stateRoutes } from './management-state.ts';

export interface ManagementServer {
  handle(request: http.IncomingMessage, response: http.ServerResponse): void;
  close(): Promise<void>;
}

export async function managementServer(kernel: Kernel, parts: ManagementParts): Promise<ManagementServer> {
  let handle: ManagementServer['handle'] = () => {};
  const app = fastify({
    exposeHeadRoutes: false,
    serverFactory: (answer) => {
      handle = answer;
      return http.createServer();
    },
  });
  readAnyBodyAsJson(app);
  explainErrors(app, kernel);
  healthRoutes(app, kernel, parts);
  factRoutes(app, kernel, parts);
  initRoutes(app, parts);
  stateRoutes(app, parts);
  clockRoutes(app, parts);
  logRoute(app, kernel, parts);
  stopRoute(app, parts);
  app.all('/_emulator/*', async (request, reply) =>
    reply.code(404).send({
      message: `There is no ${request.method} ${request.url} here.`,
      hint: 'GET /_emulator/health tells the state of the emulator.',
    }),
  );
  await app.ready();
  return { handle, close: () => app.close() };
}

/** `curl -d '{…}'` sends JSON with another content type. */
function readAnyBodyAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(new EmulatorError('BODY_INVALID', 'The body of this request is not JSON.', { hint: 'Send one JSON object.' }), undefined);
    }
  });
}

function explainErrors(app: FastifyInstance, kernel: Kernel): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof EmulatorError) {
      const status = error.code.startsWith('STORE_') ? 500 : error.code.endsWith('_MISSING') ? 404 : 400;
      return reply.code(status).send({ code: error.code, message: error.message, hint: error.hint });
    }
    const { statusCode: refused = 500, message = '' } = error as { statusCode?: number; message?: string };
    if (refused < 500) return reply.code(refused).send({ message });
    kernel.log.error(`${request.method} ${request.url} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return reply.code(500).send({ message: 'The emulator failed; its log says why.' });
  });
}

function stopRoute(app: FastifyInstance, { onStopRequest }: ManagementParts): void {
  app.post('/_emulator/stop', async (_request, reply) => {
    if (!onStopRequest) return reply.code(409).send({ message: 'This emulator lives inside another process, which ends it.' });
    setImmediate(onStopRequest);
    return reply.code(202).header('connection', 'close').send({ status: 'stopping' });
  });
}

function logRoute(app: FastifyInstance, kernel: Kernel, { history }: ManagementParts): void {
  app.get<{ Querystring: { lines?: string; follow?: string } }>('/_emulator/log', async ({ query }, reply) => {
    const { lines = '100', follow } = query;
    if (!/^\d+$/.test(lines)) return reply.code(400).send({ message: `lines=${lines} is no whole number.` });
    reply.hijack();
    const answer = reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const write = (line: LogLine) => answer.write(`${JSON.stringify(line)}\n`);
    for (const line of history.recent(Number(lines))) write(line);
    if (follow !== '1') return void answer.end();
    answer.flushHeaders(); // tells the client at once that the stream is open
    const off = history.follow(write);
    const end = (): void => void answer.end();
    kernel.stopping.addEventListener('abort', end, { once: true });
    answer.once('close', () => {
      off();
      kernel.stopping.removeEventListener('abort', end);
    });
  });
}
