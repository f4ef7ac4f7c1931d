// A problem in a line, and as a whole: the cause, where it happened, what mends it, what followed, how it came to it, and its log.
import pc from 'picocolors';
import type { Consequence, Problem } from '#core/problems/problem';
import type { ExplainedTrace } from './answers.ts';
import { timeOf } from './names.ts';
import { linesOfTrace } from './trace-view.ts';

/** Code of a consequence that says that a later attempt succeeded. */
const RECOVERED = 'RECOVERED';
/** Characters of a cause in a list. */
const MAX_CAUSE = 300;

const countOf = ({ count }: Problem): string => (count > 1 ? pc.dim(` (${count} times)`) : '');

/** `12:03:04.123 ✗ orders failed: TypeError: …` */
export function lineOfProblem(problem: Problem): string {
  const { atMs, cause, recovered } = problem;
  const [first = ''] = cause.split('\n', 1);
  const text = first.length > MAX_CAUSE ? `${first.slice(0, MAX_CAUSE)}…` : first;
  return `${timeOf(atMs)} ${recovered ? pc.yellow('✓') : pc.red('✗')} ${text}${countOf(problem)}${recovered ? pc.dim(', then it succeeded') : ''}`;
}

/** `trace`: the request from which it followed, where it is kept; `log`: lines of the run that failed. */
export function linesOfProblem(problem: Problem, trace: ExplainedTrace | undefined, log: readonly string[]): string[] {
  const { cause, lines, remedy, consequences, logGroup, recovered } = problem;
  const [first = '', ...more] = cause.split('\n');
  const all = [`${recovered ? pc.yellow('✓') : pc.red('✗')} ${pc.bold(first)}${countOf(problem)}`];
  all.push(...[...more, ...lines].map((line) => `    ${pc.dim(line)}`));
  if (remedy !== undefined) all.push(`  ${pc.yellow(/^To /.test(remedy) ? remedy : `To mend it: ${remedy}`)}`);
  if (consequences.length > 0) all.push('', 'Consequences:', ...consequences.map((each) => `  ${lineOfConsequence(each)}`));
  if (trace) all.push('', `How it came to it (request ${trace.id}):`, ...linesOfTrace(trace).map((line) => `  ${line}`));
  if (log.length > 0) all.push('', `Its log (${logGroup}):`, ...log.map((line) => `  ${line}`));
  return all;
}

export const lineOfConsequence = ({ atMs, code, text }: Consequence): string =>
  `${timeOf(atMs)} ${code === RECOVERED ? pc.green(text) : text.split('\n', 1)[0]}`;
