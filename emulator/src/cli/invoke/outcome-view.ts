// How an invocation is shown: the answer on stdout, so that it can be piped; everything about it on stderr.
import pc from 'picocolors';
import type { Failure } from './failure.ts';
import type { InvocationOutcome } from './invoke-function.ts';
import type { InvocationReport } from './report-line.ts';

export interface Shown {
  readonly stdout: string;
  readonly stderr: string;
}

export function readableOutcome(outcome: InvocationOutcome, isAsync: boolean): Shown {
  const { failure, answer, log } = outcome;
  if (isAsync)
    return { stdout: '', stderr: `${pc.green('✓')} ${outcome.function} ${pc.dim(`accepted the event (request ${outcome.requestId})`)}\n` };
  const logged = log.map((line) => `${line.replaceAll(/^/gm, pc.dim('│ '))}\n`).join('');
  const end = `${failure ? failureText(failure, outcome.report) : `${pc.green('✓')} ${headOf(outcome)}`}\n`;
  return { stdout: failure || answer === undefined ? '' : `${pretty(answer)}\n`, stderr: `${logged}${end}` };
}

/** One JSON document. */
export const outcomeDocument = (outcome: InvocationOutcome): string => JSON.stringify(outcome);

const pretty = (answer: unknown): string => (typeof answer === 'string' ? JSON.stringify(answer) : JSON.stringify(answer, undefined, 2));

const headOf = ({ function: name, version, report }: InvocationOutcome): string =>
  `${name}${version === undefined || version === '$LATEST' ? '' : `:${version}`}${figures(report)}`;

function figures({ durationMs, initMs, memoryMb, maxMemoryMb }: InvocationReport): string {
  const parts = [
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
    ...(initMs === undefined ? [] : [`init ${initMs} ms`]),
    ...(memoryMb === undefined || maxMemoryMb === undefined ? [] : [`${maxMemoryMb} of ${memoryMb} MB`]),
  ];
  return parts.length === 0 ? '' : pc.dim(`  ${parts.join(', ')}`);
}

function failureText({ sentence, stack, hint }: Failure, report: InvocationReport): string {
  const frames = stack.map((line) => (isForeign(line) ? pc.dim(line) : line));
  return [`${pc.red('✗')} ${pc.red(sentence)}${figures(report)}`, ...frames, ...(hint === undefined ? [] : [pc.dim(hint)])].join('\n');
}

/** A frame that is not of the person's own code. */
const isForeign = (line: string): boolean => /node:internal|node_modules|\/var\/runtime\/|site-packages|dist-packages/.test(line);
