// `/_emulator/health`: which services run, and whether the emulator is ready.
import type { FastifyInstance } from 'fastify';
import type { Kernel } from '#core/kernel';
import { VERSION } from '#lib/version';
import type { ManagementParts } from './management-parts.ts';

/** The name that the established emulator gives its free edition: its clients check it. */
export const EDITION = 'community';

export function healthRoutes(app: FastifyInstance, kernel: Kernel, { init, onStopRequest, state }: ManagementParts): void {
  /** Facts that clients have noted here (`features:initScripts`), in their own words. */
  const features: Record<string, unknown> = {};
  const ready = (): boolean => init().completed['READY'] === true;

  app.get<{ Querystring: { ready?: string } }>('/_emulator/health', async ({ query }, reply) => {
    const waiting = query.ready !== undefined && query.ready !== '0' && !ready();
    return reply.code(waiting ? 503 : 200).send({ ...health(kernel, ready()), ...features });
  });
  app.head<{ Querystring: { ready?: string } }>('/_emulator/health', async ({ query }, reply) =>
    reply.code(query.ready !== undefined && query.ready !== '0' && !ready() ? 503 : 200).send(),
  );
  app.put<{ Body: Record<string, unknown> }>('/_emulator/health', async ({ body }) => {
    for (const [path, value] of Object.entries(body ?? {})) note(features, path.split(':'), value);
    return { status: 'OK' };
  });
  app.post<{ Body: { action?: string } }>('/_emulator/health', async ({ body }, reply) => {
    if (body?.action === 'kill' && onStopRequest) {
      setImmediate(onStopRequest);
      return reply.send('ok');
    }
    if (body?.action === 'restart') {
      if (kernel.options.PERSISTENCE === '0') await state.reset();
      return reply.send('ok');
    }
    return reply.code(400).send('invalid request');
  });
}

/** `services`: `running` once a service's code has loaded, `available` before. */
function health({ registry, store, options }: Kernel, ready: boolean) {
  const loaded = new Set(registry.loaded());
  return {
    status: store.failure === undefined ? 'ok' : 'read-only',
    ready,
    version: VERSION,
    edition: EDITION,
    persistence: options.PERSISTENCE,
    services: Object.fromEntries(registry.services.map(({ name }) => [name, loaded.has(name) ? 'running' : 'available'])),
  };
}

/** `features:initScripts` → `{ features: { initScripts } }`; the emulator's own members are not overwritten. */
function note(into: Record<string, unknown>, [first = '', second]: string[], value: unknown): void {
  if (first !== 'features' || second === undefined || second === '__proto__') return;
  into[first] = { ...(into[first] as object | undefined), [second]: value };
}
