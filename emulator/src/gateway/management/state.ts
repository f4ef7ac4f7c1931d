// `/_emulator/state`: empties all state, saves it to a named file or loads it from one, lists, compares and removes such files.

import { STATE_NAME_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { answer, list, type ManagementRequest, type ManagementRoute, members, number, object, oneOf, refusal, text } from './route.ts';

const NAME = members({
  name: text('The name of the saved state, in the body or in the query: letters, digits, `.`, `_` and `-`.'),
});
const EXAMPLES = [{ body: { name: 'before-the-test' } }, { query: 'name=before-the-test' }];
const INVALID_NAME = refusal('`STATE_NAME_INVALID`: no name, two names, or one that is not a file name.');

const SAVED = object({
  name: text('Its name.'),
  file: text('Path of the file.'),
  sizeBytes: number('Its size.'),
  savedAtMs: number("When it was saved, in milliseconds since 1970 of the machine's time."),
});
const DIFFERENCES = object({
  added: number('How many records the second state has that the first one lacks.'),
  removed: number('How many records only the first state has.'),
  changed: number('How many records both have, with other contents.'),
  differences: list(
    object({
      change: oneOf(['added', 'removed', 'changed'], 'What became of the record.'),
      collection: text('The kind of record: `sqs.queues`.'),
      account: text('Its account.'),
      region: text('Its region; empty for what all regions share.'),
      key: list({ type: ['string', 'number'] }, 'Its key.'),
    }),
    'The first thousand, by collection and key.',
  ),
});

export const STATE_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: '/_emulator/state/reset',
    effect: 'changes',
    schema: {
      title: 'Removes all state',
      description:
        'Removes all state. After its answer no earlier record is read, no earlier delivery arrives and no earlier timer runs; functions are ' +
        'ended. Calls in progress get a 503; calls that arrive meanwhile wait.',
      response: { 200: answer('The state is empty.', object({ status: oneOf(['reset'], 'Done.') })) },
    },
    async handler(_request, _reply, { state }) {
      await state.reset();
      return { status: 'reset' };
    },
  },
  {
    method: 'POST',
    url: '/_emulator/state/save',
    effect: 'changes',
    schema: {
      title: 'Saves all state under a name',
      description: 'Writes all state to `states/<name>` in the data directory, objects and code included.',
      querystring: NAME,
      body: NAME,
      response: {
        200: answer('The file is written.', object({ status: oneOf(['saved'], 'Done.'), file: text('Path of the file.') })),
        400: INVALID_NAME,
      },
    },
    examples: EXAMPLES,
    handler: async (request, _reply, { state }) => ({ status: 'saved', file: await state.save(nameIn(request)) }),
  },
  {
    method: 'POST',
    url: '/_emulator/state/load',
    effect: 'changes',
    schema: {
      title: 'Loads a saved state',
      description:
        'Loads all state from `states/<name>` in the data directory. The persistence mode may differ from that of the save. A damaged file loads ' +
        'nothing.',
      querystring: NAME,
      body: NAME,
      response: {
        200: answer('The state is that of the file.', object({ status: oneOf(['loaded'], 'Done.'), file: text('Path of the file.') })),
        400: { ...INVALID_NAME, description: `${INVALID_NAME.description} \`STATE_FILE_DAMAGED\`: the file was cut short or changed.` },
        404: refusal('`STATE_FILE_MISSING`: nothing was saved under that name.'),
      },
    },
    examples: EXAMPLES,
    handler: async (request, _reply, { state }) => ({ status: 'loaded', file: await state.load(nameIn(request)) }),
  },
  {
    method: 'GET',
    url: '/_emulator/state',
    effect: 'reads',
    schema: {
      title: 'Lists the saved states',
      description: 'Answers the states in `states` of the data directory, by name. `emulator snapshot list` calls this.',
      response: { 200: answer('The saved states.', object({ states: list(SAVED, 'By name.') })) },
    },
    handler: async (_request, _reply, { state }) => ({ states: await state.list() }),
  },
  {
    method: 'GET',
    url: '/_emulator/state/diff',
    effect: 'reads',
    schema: {
      title: 'Tells how two states differ',
      description:
        'Compares a saved state with another one, or with the present state: which records were added, removed or changed. ' +
        '`emulator snapshot diff` calls this.',
      querystring: members(
        { from: text('The name of a saved state.'), to: text('The name of another one; the present state where absent.') },
        ['from'],
      ),
      response: {
        200: answer('The differences.', DIFFERENCES),
        400: { ...INVALID_NAME, description: `${INVALID_NAME.description} \`STATE_FILE_DAMAGED\`: the file was cut short or changed.` },
        404: refusal('`STATE_FILE_MISSING`: nothing was saved under that name.'),
      },
    },
    examples: [{ query: 'from=before-the-test' }, { query: 'from=before-the-test&to=after-the-test' }],
    handler: ({ query: { from = '', to } }, _reply, { state }) => state.compare(from, to),
  },
  {
    method: 'DELETE',
    url: '/_emulator/state/:name',
    effect: 'changes',
    schema: {
      title: 'Removes a saved state',
      description: 'Removes the file of a saved state; the present state stays. `emulator snapshot delete` calls this.',
      params: members({ name: text('The name of the saved state.') }, ['name']),
      response: {
        200: answer('The file is gone.', object({ status: oneOf(['removed'], 'Done.'), file: text('Path of the file.') })),
        400: INVALID_NAME,
        404: refusal('`STATE_FILE_MISSING`: nothing was saved under that name.'),
      },
    },
    examples: [{ params: { name: 'before-the-test' } }],
    handler: async ({ params: { name = '' } }, _reply, { state }) => ({ status: 'removed', file: await state.remove(name) }),
  },
];

function nameIn({ query, body }: ManagementRequest): string {
  const names = [query['name'], body['name'] as string | undefined].filter((name) => name !== undefined);
  if (names.length === 1) return names[0]!;
  throw new EmulatorError(STATE_NAME_INVALID, names.length === 0 ? 'A saved state needs a name.' : 'A saved state has one name.', {
    hint: 'POST {"name": "before-the-test"}: the file lies in the data directory.',
  });
}
