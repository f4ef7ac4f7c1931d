// `/_emulator/health`: which services run, whether the emulator is ready, and the values that clients store here.
import type { Kernel } from '#core/kernel';
import { VERSION } from '#lib/version';
import { answer, flag, type ManagementContext, type ManagementRoute, mapOf, object, oneOf, plainText, text } from './route.ts';
import { NOT_STOPPED, refuseStop } from './stop.ts';

/** The name that the established emulator gives its free edition: its clients check it. */
export const EDITION = 'community';

const URL_PATH = '/_emulator/health';

const OWN_MEMBERS = {
  status: oneOf(['ok', 'full', 'read-only'], '`full` while the disk has no room for more, `read-only` once it has failed.'),
  ready: flag('Whether the init scripts have ended.'),
  version: text('The version of the emulator.'),
  edition: oneOf([EDITION], 'The name that clients of the established emulator check.'),
  persistence: text('The option `PERSISTENCE`.'),
  services: mapOf(oneOf(['running', 'available'], ''), 'Each service by its name: `running` once used, else `available`.'),
};

const QUERY = {
  type: 'object',
  properties: { ready: text('With any value but `0`, the status is 503 until the init scripts have ended.') },
  additionalProperties: true,
  description: 'Other parameters have no effect; clients of the established emulator send some (`reload`).',
};

/** The established emulator accepts any name, and stores `group:name` as `{ group: { name } }`. */
const NOTES = {
  type: 'object',
  patternProperties: {
    [`^(?!(${Object.keys(OWN_MEMBERS).join('|')})(:|$))[^:]+(:[^:]+)?$`]: {
      description: 'Any JSON value. The answers include it as `<name>`, or as a member of `<group>` if the name is `<group>:<name>`.',
    },
  },
  additionalProperties: false,
  description: `Names are \`<name>\` or \`<group>:<name>\`. The emulator's own members are not overwritten: ${Object.keys(OWN_MEMBERS).join(', ')}.`,
};

const isReady = ({ init }: ManagementContext): boolean => init().completed['READY'] === true;
const statusOf = (ready: string | undefined, context: ManagementContext): number =>
  ready !== undefined && ready !== '0' && !isReady(context) ? 503 : 200;

export const HEALTH_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: URL_PATH,
    effect: 'reads',
    schema: {
      title: 'Answers the state of the emulator',
      description: 'Answers which services run, whether the emulator is ready, and the values that clients stored with `PUT`.',
      querystring: QUERY,
      response: {
        200: answer('The emulator answers.', { ...object(OWN_MEMBERS), additionalProperties: true }),
        503: answer('The query has `ready`, and init scripts are running.', { ...object(OWN_MEMBERS), additionalProperties: true }),
      },
    },
    examples: [{}, { query: 'ready=1' }],
    handler: ({ query }, reply, context) =>
      reply.code(statusOf(query['ready'], context)).send({ ...context.notes.all(), ...health(context.kernel, isReady(context)) }),
  },
  {
    method: 'HEAD',
    url: URL_PATH,
    effect: 'reads',
    schema: {
      title: 'Answers the status alone',
      description: 'Answers the status of the same `GET`, without a body.',
      querystring: QUERY,
      response: { 200: plainText('The emulator answers.'), 503: plainText('The query has `ready`, and init scripts are running.') },
    },
    handler: ({ query }, reply, context) => reply.code(statusOf(query['ready'], context)).send(),
  },
  {
    method: 'PUT',
    url: URL_PATH,
    effect: 'changes',
    schema: {
      title: 'Stores values for later answers',
      description: 'Stores values that later answers of `GET` include. They are kept until the emulator stops.',
      body: NOTES,
      response: { 200: answer('The values are stored.', object({ status: oneOf(['OK'], 'Done.') })) },
    },
    examples: [{ body: { 'features:initScripts': 'initialized' } }],
    handler({ body }, _reply, { notes }) {
      for (const [path, value] of Object.entries(body)) notes.put(path, value);
      return { status: 'OK' };
    },
  },
  {
    method: 'POST',
    url: URL_PATH,
    effect: 'changes',
    schema: {
      title: 'Stops or resets the emulator, for clients of the established one',
      description: 'Serves clients of the established emulator. Others use `/_emulator/stop` and `/_emulator/state/reset`.',
      body: object({ action: oneOf(['kill', 'restart'], '`kill` stops, `restart` resets the state in memory only (`PERSISTENCE=0`).') }),
      response: { 200: plainText('The text `ok`.'), 409: NOT_STOPPED },
    },
    examples: [{ body: { action: 'restart' } }],
    async handler({ body }, reply, { kernel, state, onStopRequest }) {
      if (body['action'] === 'restart') {
        if (kernel.options.PERSISTENCE === '0') await state.reset();
        return reply.send('ok');
      }
      if (!onStopRequest) return refuseStop(reply);
      setImmediate(onStopRequest);
      return reply.send('ok');
    },
  },
];

/** `services`: `running` once a service's code has loaded, `available` before. */
function health({ registry, store, options }: Kernel, ready: boolean) {
  const loaded = new Set(registry.loaded());
  return {
    status: store.failure === undefined ? (store.hasRoom ? 'ok' : 'full') : 'read-only',
    ready,
    version: VERSION,
    edition: EDITION,
    persistence: options.PERSISTENCE,
    services: Object.fromEntries(registry.services.map(({ name }) => [name, loaded.has(name) ? 'running' : 'available'])),
  };
}
