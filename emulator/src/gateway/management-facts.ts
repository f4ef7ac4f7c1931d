// `/_emulator/info`, `/_emulator/config`, `/_emulator/diagnose`: what is running, and its configuration.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { arch, freemem, hostname, platform, release, totalmem } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { type Setting, shown } from '#config/options';
import type { Kernel } from '#core/kernel';
import { VERSION } from '#lib/version';
import { EDITION } from './management-health.ts';
import type { ManagementParts } from './management-parts.ts';

const LINES_IN_DIAGNOSIS = 200;

export function factRoutes(app: FastifyInstance, kernel: Kernel, parts: ManagementParts): void {
  const session = randomUUID();
  const info = () => ({
    version: VERSION,
    edition: EDITION,
    is_license_activated: kernel.options.EMULATOR_AUTH_TOKEN !== '',
    session_id: session,
    machine_id: createHash('sha256').update(hostname()).digest('hex').slice(0, 8),
    system: `${platform()} ${release()} ${arch()}`,
    is_docker: existsSync('/.dockerenv'),
    server_time_utc: new Date(kernel.clock.now()).toISOString(),
    uptime: Math.round(process.uptime()),
  });
  const config = () => Object.fromEntries(parts.settings.map((setting) => [setting.name, described(setting)]));

  // Public, like every certificate: clients must trust it to reach the emulator over TLS.
  app.get('/_emulator/authority', async (_request, reply) =>
    reply.type('application/x-pem-file').send((await parts.authority()).certificate),
  );
  app.get('/_emulator/info', async () => info());
  app.get('/_emulator/config', async () => config());
  app.post('/_emulator/config', async (_request, reply) =>
    reply.code(405).send({ message: 'Options are read at the start and do not change while the emulator runs.' }),
  );
  app.get('/_emulator/diagnose', async () => ({
    info: info(),
    choices: parts.choices,
    warnings: parts.warnings,
    config: config(),
    init: parts.init(),
    node: process.version,
    memory: { ...process.memoryUsage(), systemFree: freemem(), systemTotal: totalmem() },
    store: { persistence: kernel.options.PERSISTENCE, failure: kernel.store.failure === undefined ? null : String(kernel.store.failure) },
    services: { all: kernel.registry.services.map(({ name }) => name), loaded: kernel.registry.loaded() },
    underWay: kernel.activity.count,
    log: parts.history.recent(LINES_IN_DIAGNOSIS),
  }));
}

const described = (setting: Setting) => ({
  value: shown(setting),
  origin: setting.origin,
  ...(setting.variable === undefined ? {} : { variable: setting.variable }),
});
