// The emulator's own endpoints, under /_emulator.
import type { FastifyInstance } from 'fastify';
import type { World } from '#core/world';
import { VERSION } from '#lib/version';

export function managementRoutes(app: FastifyInstance, world: World): void {
  app.get('/_emulator/health', async () => health(world));
  app.head('/_emulator/health', async (_request, reply) => reply.code(200).send());
  app.all('/_emulator/*', async (request, reply) =>
    reply
      .code(404)
      .send({
        message: `There is no ${request.method} ${request.url} here.`,
        hint: 'GET /_emulator/health tells the state of the emulator.',
      }),
  );
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
