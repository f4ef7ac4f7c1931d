// `/_emulator/problems`: the ledger of failures that nobody handled, each with its root cause, what followed, and the command that mends it.
import type { Kernel } from '#core/kernel';
import type { Problem } from '#core/problems/problem';
import { isAboutProblem, mentionsInProblem, stepsAbout } from './about.ts';
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
        about: text(
          'Only problems that name this resource, or whose consequences or requests do: its name or ARN, the method and the path of an API, the id of a request or a message, or a code. Where nothing has that name: those that mention it.',
        ),
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
      const earlier = recent(Number(lines), query, kernel);
      const newLines = (write: (line: object) => void) =>
        kernel.problems.follow((problem) => isWanted(problem, query, kernel) && write(problem));
      sendLines(reply, { earlier, follow: follow === '1' ? newLines : undefined }, kernel);
    },
  },
];

type Query = Readonly<Record<string, string | undefined>>;
/** The problems that name the subject, that were attempted under its name, or that followed from requests about it; else the problems that mention it. */
function recent(count: number, { about, since = '0' }: Query, { problems, traces, events }: Kernel): Problem[] {
  const isRecent = ({ atMs }: Problem): boolean => atMs >= Number(since);
  if (about === undefined) return problems.recent(count, isRecent);
  const requests = traces.idsOf(stepsAbout(about, { events }));
  const known = new Set([...problems.ofAttempt(about), ...[...requests].flatMap((trace) => problems.of(trace))]);
  const found = problems.recent(count, (problem) => isRecent(problem) && (known.has(problem) || isAboutProblem(problem, about)));
  return found.length > 0 ? found : problems.recent(count, (problem) => isRecent(problem) && mentionsInProblem(problem, about));
}

function isWanted(problem: Problem, { about, since = '0' }: Query, { traces, events }: Kernel): boolean {
  if (problem.atMs < Number(since)) return false;
  if (about === undefined || isAboutProblem(problem, about) || mentionsInProblem(problem, about)) return true;
  const isAbout = stepsAbout(about, { events });
  return traces.gather(new Set([problem.trace])).some(({ steps }) => steps.some(isAbout));
}
