// `/_emulator/info`, `/_emulator/config`, `/_emulator/diagnose`, `/_emulator/authority`: what is running, its configuration, and the certificate to trust.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { arch, freemem, hostname, platform, release, totalmem } from 'node:os';
import { type Setting, shown } from '#config/options';
import { VERSION } from '#lib/version';
import { EDITION } from './health.ts';
import { INIT_STATUS } from './init.ts';
import { LOG_LINE } from './log.ts';
import {
  answer,
  flag,
  type JsonSchema,
  list,
  type ManagementContext,
  type ManagementRoute,
  mapOf,
  number,
  object,
  oneOf,
  refusal,
  text,
} from './route.ts';

const LINES_IN_DIAGNOSIS = 200;
const FIXED = 'Options are read at the start and do not change while the emulator runs.';

const INFO = object({
  version: text('The version of the emulator.'),
  edition: oneOf([EDITION], 'The name that clients of the established emulator check.'),
  is_license_activated: flag('Whether the option `EMULATOR_AUTH_TOKEN` is set.'),
  session_id: text('Identifies this run.'),
  machine_id: text("A hash of the machine's name."),
  system: text('Platform, release and processor.'),
  is_docker: flag('Whether it runs in a container of Docker.'),
  server_time_utc: text("The emulator's time in ISO 8601."),
  uptime: number('Seconds since the process started.'),
});
const SETTING = object(
  {
    value: { type: ['string', 'number', 'boolean'], description: 'The value in force; secrets read `(set)`.' },
    origin: oneOf(['default', 'environment', 'start'], 'The origin of the value; `start` is the command line, or `startEmulator`.'),
    variable: text('The variable that set it, if its name is not that of the option.'),
  },
  ['variable'],
);
const CONFIG = mapOf(SETTING, 'Options by name.');
const BYTES = ['rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers', 'systemFree', 'systemTotal'];
const NAMES: JsonSchema = { type: 'array', items: { type: 'string' } };
const DIAGNOSIS = object({
  info: { ...INFO, description: 'The answer of `/_emulator/info`.' },
  choices: list({ type: 'string' }, 'The choices that the emulator made at the start, with their reasons.'),
  warnings: list({ type: 'string' }, 'The warnings of the start.'),
  config: { ...CONFIG, description: 'The answer of `/_emulator/config`.' },
  init: { ...INIT_STATUS, description: 'The answer of `/_emulator/init`.' },
  node: text('The version of Node.js.'),
  memory: object(Object.fromEntries(BYTES.map((name) => [name, number('Bytes.')])), [], 'Bytes of the process and of the machine.'),
  store: object(
    {
      persistence: text('The option `PERSISTENCE`.'),
      failure: { type: ['string', 'null'], description: 'The error for which writes are refused.' },
    },
    [],
    'Where records are kept.',
  ),
  services: object({ all: NAMES, loaded: NAMES }, [], 'Names of all services, and of those whose code has loaded.'),
  underWay: number('Calls and deliveries under way.'),
  log: list(LOG_LINE, 'The last log lines, like those of `/_emulator/log`.'),
});

export const FACT_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/info',
    effect: 'reads',
    schema: {
      title: 'Answers version, session and system',
      description: 'Answers version, session, system and uptime.',
      response: { 200: answer('The facts.', INFO) },
    },
    handler: (_request, _reply, context) => info(context),
  },
  {
    method: 'GET',
    url: '/_emulator/authority',
    effect: 'reads',
    schema: {
      title: 'Answers the certificate to trust',
      description:
        'Answers the certificate of the local authority, as PEM. Clients must trust it to use TLS. It is public, like every certificate.',
      response: { 200: answer('The certificate.', { type: 'string' }, 'application/x-pem-file') },
    },
    handler: async (_request, reply, { authority }) => reply.type('application/x-pem-file').send((await authority()).certificate),
  },
  {
    method: 'GET',
    url: '/_emulator/config',
    effect: 'reads',
    schema: {
      title: 'Answers every option',
      description: 'Answers every option with its value, its origin, and the variable that set it. Secrets read `(set)`.',
      response: { 200: answer('The options.', CONFIG) },
    },
    handler: (_request, _reply, { settings }) => config(settings),
  },
  {
    method: 'POST',
    url: '/_emulator/config',
    effect: 'changes',
    schema: {
      title: 'Refuses to change an option',
      description: 'The established emulator can change options while it runs. This one cannot.',
      body: { type: 'object', description: 'The body may have any members; it is not read.' },
      response: { 405: refusal(FIXED) },
    },
    examples: [{ body: { variable: 'DEBUG', value: '1' } }],
    handler: (_request, reply) => reply.code(405).send({ message: FIXED }),
  },
  {
    method: 'GET',
    url: '/_emulator/diagnose',
    effect: 'reads',
    schema: {
      title: 'Answers the facts for a bug report',
      description:
        'Answers the information of `info`, `config` and `init` with warnings, memory, and the last log lines: for a bug report.',
      response: { 200: answer('The diagnosis.', DIAGNOSIS) },
    },
    handler: (_request, _reply, context) => diagnosis(context),
  },
];

const info = ({ kernel, session }: ManagementContext) => ({
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

const config = (settings: readonly Setting[]) => Object.fromEntries(settings.map((setting) => [setting.name, described(setting)]));

const described = (setting: Setting) => ({
  value: shown(setting),
  origin: setting.origin,
  ...(setting.variable === undefined ? {} : { variable: setting.variable }),
});

function diagnosis(context: ManagementContext) {
  const { kernel, choices, warnings, settings, init, history } = context;
  return {
    info: info(context),
    choices,
    warnings,
    config: config(settings),
    init: init(),
    node: process.version,
    memory: { ...process.memoryUsage(), systemFree: freemem(), systemTotal: totalmem() },
    store: { persistence: kernel.options.PERSISTENCE, failure: kernel.store.failure === undefined ? null : String(kernel.store.failure) },
    services: { all: kernel.registry.services.map(({ name }) => name), loaded: kernel.registry.loaded() },
    underWay: kernel.activity.count,
    log: history.recent(LINES_IN_DIAGNOSIS),
  };
}
