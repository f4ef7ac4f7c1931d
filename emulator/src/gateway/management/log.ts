// `/_emulator/log`: the last log lines, and with `follow` the new ones.
import { sendLines } from './line-stream.ts';
import { answer, type ManagementRoute, members, number, object, oneOf, text } from './route.ts';

export const LOG_LINE = object(
  {
    atMs: number('The time, in milliseconds since 1970.'),
    level: oneOf(['debug', 'info', 'warn', 'error'], 'The severity.'),
    scope: text('The part of the emulator that logged it.'),
    code: text('The code of the message ([all messages](messages.md)); lines of calls and of DEBUG have none.'),
    text: text('The message.'),
    tone: oneOf(['notice', 'failure'], 'The colour of an `info` line: a notice, or a call that failed.'),
    depth: number('The depth of the call below the request that caused it.'),
    id: text('Request or trace id.'),
  },
  ['code', 'tone', 'id'],
);

export const LOG_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/log',
    effect: 'reads',
    schema: {
      title: 'Answers the log, and streams new lines',
      description:
        'Answers log lines, oldest first, each a line of JSON. With `follow=1` the answer stays open after them: every further line arrives as it is ' +
        'logged, until the client closes the connection or the emulator stops. `emulator logs` reads this.',
      querystring: members({
        lines: {
          type: 'string',
          pattern: '^\\d+$',
          description: 'The number of earlier lines: a whole number, by default 100; at most 200 are kept.',
        },
        follow: oneOf(['0', '1'], 'Whether the answer stays open for new lines; by default `0`.'),
      }),
      response: { 200: answer('A stream of lines.', LOG_LINE, 'application/x-ndjson') },
    },
    examples: [{ query: 'lines=20' }, { query: 'lines=0&follow=1' }],
    handler({ query }, reply, { kernel, history }) {
      const { lines = '100', follow } = query;
      const earlier = history.recent(Number(lines));
      sendLines(reply, { earlier, follow: follow === '1' ? history.follow : undefined }, kernel);
    },
  },
];
