// `/_emulator/init`: the stages of the start and the scripts of each.
import { answer, flag, type JsonSchema, list, type ManagementRoute, mapOf, number, object, oneOf, refusal, text } from './route.ts';

const SCRIPT = object(
  {
    stage: oneOf(['BOOT', 'START', 'READY', 'SHUTDOWN'], 'The stage that it belongs to.'),
    name: text('The base name of its file.'),
    state: oneOf(
      ['UNKNOWN', 'RUNNING', 'SUCCESSFUL', 'ERROR'],
      '`UNKNOWN`: its turn has not come yet, or, of `BOOT`, it came in another process. `ERROR`: it did not end well, or could not run.',
    ),
    path: text('The path of its file.'),
    reason: text('The reason of an `ERROR`.'),
    durationMs: number('How long it took, in milliseconds.'),
    directory: text('The directory in which a Terraform project was applied.'),
  },
  ['reason', 'durationMs', 'directory'],
);
const SCRIPTS = list(SCRIPT, 'The scripts in their order.');
const NOTES = list({ type: 'string' }, 'Notes about the folders: those that are missing or empty, and files that do not run.');

export const INIT_STATUS: JsonSchema = object({
  completed: mapOf({ type: 'boolean' }, 'Whether each stage has ended, by its name: `BOOT`, `START`, `READY`, `SHUTDOWN`.'),
  scripts: SCRIPTS,
  notes: NOTES,
});

export const INIT_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/init',
    effect: 'reads',
    schema: {
      title: 'Answers the stages and their scripts',
      description:
        'Answers the stages of the start and the stop, and the scripts of each: see [init scripts](../src/init-scripts/README.md).',
      response: { 200: answer('All stages.', INIT_STATUS) },
    },
    handler: (_request, _reply, { init }) => init(),
  },
  {
    method: 'GET',
    url: '/_emulator/init/:stage',
    effect: 'reads',
    schema: {
      title: 'Answers one stage and its scripts',
      description: 'Answers one stage and its scripts.',
      params: object({ stage: text('`boot`, `start`, `ready` or `shutdown`, in any case.') }),
      response: {
        200: answer('The stage.', object({ completed: flag('Whether it has ended.'), scripts: SCRIPTS, notes: NOTES })),
        404: refusal('There is no such stage.'),
      },
    },
    examples: [{ params: { stage: 'ready' } }],
    handler({ params }, reply, { init }) {
      const { completed, scripts, notes } = init();
      const given = params['stage'] ?? '';
      const stage = given.toUpperCase();
      if (!Object.hasOwn(completed, stage)) {
        const stages = Object.keys(completed).map((name) => name.toLowerCase());
        return reply.code(404).send({ message: `no such stage ${given}: there are ${stages.join(', ')}` });
      }
      const others = Object.keys(completed).filter((other) => other !== stage);
      return {
        completed: completed[stage],
        scripts: scripts.filter((script) => script.stage === stage),
        notes: notes.filter((note) => !others.some((other) => note.startsWith(`${other}:`))),
      };
    },
  },
];
