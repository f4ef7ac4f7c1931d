// `/_emulator/problems`: the ledger of failures that nobody handled, each with its root cause, what followed, and the command that mends it.
import { isNamed } from '#core/call-resource';
import type { Problem } from '#core/problems/problem';
import { sendLines } from './line-stream.ts';
import { PROBLEM } from './problem-shape.ts';
import { answer, type ManagementRoute, members, oneOf, text } from './route.ts';

export const PROBLEM_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/problems',
    effect: 'reads',
    schema: {
      title: 'Answers the last problems, and streams new ones',
      description:
        'Answers the failures that nobody handled, oldest first, each a line of JSON: up to 1,000, in memory. A call that was refused as its ' +
        'caller expects (a look at something that is not there) is none. With `follow=1` the answer stays open: a problem is written when it ' +
        'occurs, and again when it recurs or something has followed from it.',
      querystring: members({
        lines: { type: 'string', pattern: '^\\d+$', description: 'The number of earlier problems: a whole number, by default 20.' },
        about: text('Only problems that name this resource, or whose consequences do: its name or ARN, the id of a request, or a code.'),
        since: {
          type: 'string',
          pattern: '^\\d+$',
          description: 'Only problems that occurred at this time or later: milliseconds since 1970.',
        },
        follow: oneOf(['0', '1'], 'Whether the answer stays open for new problems; by default `0`.'),
      }),
      response: { 200: answer('A stream of lines.', PROBLEM, 'application/x-ndjson') },
    },
    examples: [{ query: 'lines=5' }, { query: 'about=orders' }, { query: 'lines=0&follow=1' }],
    handler({ query }, reply, { kernel }) {
      const { lines = '20', follow } = query;
      const isWanted = wanted(query);
      const earlier = kernel.problems.recent(Number(lines), isWanted);
      const newLines = (write: (line: object) => void) => kernel.problems.follow((problem) => isWanted(problem) && write(problem));
      sendLines(reply, { earlier, follow: follow === '1' ? newLines : undefined }, kernel);
    },
  },
];

function wanted({ about, since = '0' }: Readonly<Record<string, string | undefined>>): (problem: Problem) => boolean {
  return (problem) => problem.atMs >= Number(since) && (about === undefined || isAbout(problem, about));
}

/** The beginning of an id will do, as the console prints it. */
const MIN_ID = 6;

function isAbout({ trace, requestId, code, resource, consequences, sentBy }: Problem, name: string): boolean {
  if (code === name || isNamed(resource, name) || consequences.some((each) => isNamed(each.resource, name))) return true;
  return name.length >= MIN_ID && [trace, requestId, ...sentBy].some((id) => id?.startsWith(name));
}
