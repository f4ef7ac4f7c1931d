// Problems, each with its cause first: where it happened, the command that mends it, what followed, and the ways to its request and its log lines.

import type { Problem } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { logsPath, pathOf } from '#shell/paths.ts';
import { Time } from '#ui/parts.tsx';
import { Reason } from '#ui/reason.tsx';
import { Remedy } from '#ui/remedy.tsx';
import { ArnLink, Breakable } from '#ui/text.tsx';

/** Characters of a cause that are shown at once: it is what one looks for here. */
const MAX_CAUSE = 400;

interface ProblemListProps {
  readonly problems: readonly Problem[];
  readonly scope: Scope;
  /** The request whose page this is: nothing leads there. */
  readonly on?: string;
}

export const ProblemList = ({ problems, scope, on }: ProblemListProps) => (
  <div class="verdicts">
    {problems.map((problem) => (
      <One key={problem.number} problem={problem} scope={scope} on={on} />
    ))}
  </div>
);

function One({ problem, scope, on }: { problem: Problem; scope: Scope; on: string | undefined }) {
  const { atMs, trace, requestId, code, cause, lines, resource, remedy, logGroup, count, consequences } = problem;
  return (
    <article class="verdict bad">
      <div class="row">
        <Time at={atMs} />
        <span class="badge bad">{code}</span>
        {resource && <ArnLink short arn={resource} />}
        {count > 1 && <span class="dim">{count} times</span>}
        <span class="grow" />
        {trace !== on && <a href={pathOf(scope, 'requests', trace)}>All that followed</a>}
        {logGroup && <a href={logsPath(scope, logGroup, requestId)}>Logs</a>}
      </div>
      <div class="reason">
        <Reason text={cause} max={MAX_CAUSE} />
      </div>
      {lines.length > 0 && (
        <details>
          <summary>Where</summary>
          <div class="pre">{lines.join('\n')}</div>
        </details>
      )}
      {remedy && <Remedy text={remedy} scope={scope} />}
      {consequences.length > 0 && (
        <ul class="consequences" aria-label="What followed">
          {consequences.map(({ text }, i) => (
            <li key={`${text} ${i}`}>
              <Breakable text={text} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
