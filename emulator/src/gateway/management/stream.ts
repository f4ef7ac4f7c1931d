// `/_emulator/stream`: everything that happens, as it happens, for pages that stay open: log lines, and that background work has ended.
import type { Kernel } from '#core/kernel';
import { sendLines } from './line-stream.ts';
import { LOG_LINE } from './log.ts';
import { answer, flag, type ManagementRoute, members, object, oneOf } from './route.ts';

/** Between two lines about background work. */
const APART_MS = 100;

const LINE = object(
  {
    log: { ...LOG_LINE, description: 'A line of the log.' },
    worked: flag('Background work has ended: deliveries, schedules, resources that become ready. It may have changed anything.'),
    following: flag('With `follow=1`, once: the earlier lines are over, and all that follow tell of what happens now.'),
  },
  ['log', 'worked', 'following'],
);

export const STREAM_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/stream',
    effect: 'reads',
    schema: {
      title: 'Streams what happens',
      description:
        'Answers earlier log lines, and with `follow=1` what happens from then on: each line of JSON has a log line, or says that background work has ended, which logs ' +
        'nothing. It is a hint to read again; the data come from the APIs. The explorer reads this.',
      querystring: members({
        lines: {
          type: 'string',
          pattern: '^\\d+$',
          description: 'The number of earlier log lines: a whole number, by default 0; at most 200 are kept.',
        },
        follow: oneOf(['0', '1'], 'Whether the answer stays open for what happens; by default `0`.'),
      }),
      response: { 200: answer('A stream of lines.', LINE, 'application/x-ndjson') },
    },
    examples: [{ query: 'lines=20' }, { query: 'lines=0&follow=1' }],
    handler({ query: { lines = '0', follow } }, reply, { kernel, history }) {
      const happening = (write: (line: object) => void) => {
        const unfollow = history.follow((log) => write({ log }));
        const unwatch = onWork(kernel, () => write({ worked: true }));
        return () => {
          unfollow();
          unwatch();
        };
      };
      const earlier = history.recent(Number(lines)).map((log) => ({ log }));
      if (follow === '1') sendLines(reply, { earlier: [...earlier, { following: true }], follow: happening }, kernel);
      else sendLines(reply, { earlier, follow: undefined }, kernel);
    },
  },
];

/** Calls `see` a little after background work has ended, once for all that ended meanwhile. */
function onWork({ activity }: Kernel, see: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const off = activity.onEnd(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      see();
    }, APART_MS);
  });
  return () => {
    off();
    clearTimeout(timer);
  };
}
