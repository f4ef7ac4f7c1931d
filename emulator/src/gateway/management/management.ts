// The emulator's own endpoints, under /_emulator: a server that does not listen itself; the gateway hands it requests.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Access } from '#core/access';
import type { Kernel } from '#core/kernel';
import { INTERNAL_FAILURE } from '#core/messages';
import type { AccessTarget } from '#gateway/access/may-ask';
import { BODY_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { isObject } from '#lib/json-object';
import { isOpenEndpoint } from '#lib/own-paths';
import { HealthNotes } from './health-notes.ts';
import type { ManagementParts } from './parts.ts';
import { type ManagementRequest, type ManagementRoute, members } from './route.ts';
import { MANAGEMENT_ROUTES } from './routes.ts';
import { validatorsOnDemand } from './validation.ts';

export interface ManagementServer {
  handle(request: http.IncomingMessage, response: http.ServerResponse): void;
  close(): Promise<void>;
}

export async function managementServer(
  kernel: Kernel,
  parts: ManagementParts,
  refused: (request: http.IncomingMessage, response: http.ServerResponse, asked: AccessTarget) => boolean,
): Promise<ManagementServer> {
  let handle: ManagementServer['handle'] = () => {};
  const app = fastify({
    exposeHeadRoutes: false,
    serverFactory: (answer) => {
      handle = answer;
      return http.createServer();
    },
    schemaController: { compilersFactory: COMPILERS },
  });
  // By the route that was found, however its path is spelled.
  app.addHook('onRequest', async ({ raw, routeOptions: { config } }, reply) => {
    const { access = ABSENT } = config as { readonly access?: Access };
    if (!refused(raw, reply.raw, { kind: 'endpoint', ...access })) return undefined;
    reply.hijack();
    return reply;
  });
  readAnyBodyAsJson(app);
  explainErrors(app, kernel);
  const context = { ...parts, kernel, notes: new HealthNotes(), session: randomUUID() };
  for (const route of MANAGEMENT_ROUTES) {
    const { method, url, effect } = route;
    const audience = isOpenEndpoint(method, url) ? 'everyone' : 'clients';
    app.route({
      method,
      url,
      schema: schemaOf(route),
      config: { access: { audience, effect } satisfies Access },
      handler: async (request, reply) => route.handler(request as ManagementRequest, reply, context),
    });
  }
  app.all('/_emulator/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0];
    const methods = MANAGEMENT_ROUTES.filter(({ url }) => url === path).map(({ method }) => method);
    if (methods.length > 0)
      return reply
        .code(405)
        .header('allow', methods.join(', '))
        .send({ message: `There is no ${request.method} ${path} here.`, hint: `It takes ${methods.join(' and ')}.` });
    return reply.code(404).send({
      message: `There is no ${request.method} ${request.url} here.`,
      hint: 'GET /_emulator/health tells the state of the emulator.',
    });
  });
  await app.ready();
  return { handle, close: () => app.close() };
}

/** The access of a path without an endpoint. */
const ABSENT: Access = { audience: 'clients', effect: 'reads' };

/**
 * Answers are written as they are: the tests hold them against their schemas, and no member is dropped on the way. fastify's own compilers
 * are not loaded; its types allow no others.
 */
const COMPILERS = { buildValidator: validatorsOnDemand, buildSerializer: () => () => JSON.stringify } as unknown as NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;

const NOTHING = members({});

/** A copy, for fastify marks what it is given; absent parts take nothing. */
function schemaOf({ method, schema }: ManagementRoute) {
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: NOTHING };
  return structuredClone({ querystring: NOTHING, ...body, ...schema });
}

/** `curl -d '{…}'` sends JSON with another content type. */
function readAnyBodyAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const value = body === '' ? {} : JSON.parse(String(body));
      if (isObject(value)) return done(null, value);
    } catch {}
    done(new EmulatorError(BODY_INVALID, 'The body of this request is not a JSON object.', { hint: 'Send one JSON object.' }), undefined);
  });
}

const statusOf = ({ code }: EmulatorError): number => {
  if (code.startsWith('STORE_')) return 500;
  if (code.endsWith('_MISSING')) return 404;
  return code.endsWith('_WAITS') ? 409 : 400;
};

function explainErrors(app: FastifyInstance, kernel: Kernel): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof EmulatorError) {
      return reply.code(statusOf(error)).send({ code: error.code, message: error.message, hint: error.hint });
    }
    const { statusCode: refused = 500, message = '' } = error as { statusCode?: number; message?: string };
    if (refused < 500) return reply.code(refused).send({ message });
    kernel.log.write(INTERNAL_FAILURE, { work: `${request.method} ${request.url}`, error });
    return reply.code(500).send({ message: 'The emulator failed; its log says why.' });
  });
}
