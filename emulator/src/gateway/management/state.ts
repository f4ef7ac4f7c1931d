// `/_emulator/state`: empties all state, saves it to a named file, or loads it from one.

import { STATE_NAME_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { answer, type ManagementRequest, type ManagementRoute, members, object, oneOf, refusal, text } from './route.ts';

const NAME = members({
  name: text('The name of the saved state, in the body or in the query: letters, digits, `.`, `_` and `-`.'),
});
const EXAMPLES = [{ body: { name: 'before-the-test' } }, { query: 'name=before-the-test' }];
const INVALID_NAME = refusal('`STATE_NAME_INVALID`: no name, two names, or one that is not a file name.');

export const STATE_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: '/_emulator/state/reset',
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
];

function nameIn({ query, body }: ManagementRequest): string {
  const names = [query['name'], body['name'] as string | undefined].filter((name) => name !== undefined);
  if (names.length === 1) return names[0]!;
  throw new EmulatorError(STATE_NAME_INVALID, names.length === 0 ? 'A saved state needs a name.' : 'A saved state has one name.', {
    hint: 'POST {"name": "before-the-test"}: the file lies in the data directory.',
  });
}
