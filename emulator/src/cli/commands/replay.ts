// `emulator replay`: sends a request again, as it was or with another input, and shows how the answers differ.
import { readFileSync } from 'node:fs';
import pc from 'picocolors';
import { ask, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';
import { TRACE_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';

interface ReplayOptions {
  readonly endpoint?: string;
  readonly input?: string;
  readonly json?: boolean;
}

interface Answer {
  readonly status?: number;
  readonly body?: string;
}

interface Replayed {
  readonly requestId?: string;
  readonly input?: string;
  readonly before: Answer;
  readonly after: Answer;
}

/** Lines of a difference that are shown. */
const MAX_LINES = 60;

/**
 * Exit status 1 where the new answer is an error.
 * @throws EmulatorError TRACE_MISSING, REPLAY_IMPOSSIBLE, NOT_RUNNING
 */
export async function replay(id: string, { endpoint: given, input, json }: ReplayOptions): Promise<void> {
  const body = JSON.stringify(input === undefined ? {} : { input: inputOf(input) });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answer = await ask(`${endpoint(given)}/_emulator/traces/${encodeURIComponent(id)}/replay`, init);
  const text = await answer.text();
  if (!answer.ok) throw refusalIn(text);
  const replayed = JSON.parse(text) as Replayed;
  if ((replayed.after.status ?? 0) >= 400) process.exitCode = 1;
  if (json) return print(text);
  show(replayed);
}

/** `@file` and `@-` (the standard input) as in curl. */
const inputOf = (input: string): string => (input.startsWith('@') ? readFileSync(input === '@-' ? 0 : input.slice(1), 'utf8') : input);

function refusalIn(text: string): Error {
  try {
    const { code, message, hint } = JSON.parse(text) as { code: string; message: string; hint?: string };
    return new EmulatorError({ ...TRACE_MISSING, code }, message, { hint });
  } catch {
    return new Error(text);
  }
}

function show({ requestId, before, after }: Replayed): void {
  const status = before.status === after.status ? String(after.status) : `${before.status} before, ${after.status} now`;
  print(
    `${(after.status ?? 0) < 400 ? pc.green('✓') : pc.red('✗')} ${status}${requestId === undefined ? '' : pc.dim(` request ${requestId}`)}`,
  );
  const lines = difference(linesOf(before.body), linesOf(after.body));
  if (lines.every(([mark]) => mark === ' ')) print(pc.dim('The answer is the same.'));
  for (const [mark, line] of lines.slice(0, MAX_LINES)) print(coloured(mark, line));
  if (lines.length > MAX_LINES) print(pc.dim(`… ${lines.length - MAX_LINES} more lines`));
  if (requestId !== undefined) print(pc.dim(`The way it went: emulator why ${requestId}`));
}

const coloured = (mark: string, line: string): string =>
  mark === '-' ? pc.red(`- ${line}`) : mark === '+' ? pc.green(`+ ${line}`) : pc.dim(`  ${line}`);

/** JSON in lines, so that a member that has changed is one of them. */
function linesOf(body = ''): string[] {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2).split('\n');
  } catch {
    return body.split('\n');
  }
}

type Line = readonly [mark: ' ' | '-' | '+', text: string];

/** The lines that both begin and end with, and what is between them, as it was and as it is. */
function difference(before: readonly string[], after: readonly string[]): Line[] {
  const least = Math.min(before.length, after.length);
  let first = 0;
  while (first < least && before[first] === after[first]) first++;
  let last = 0;
  while (last < least - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  return [
    ...before.slice(0, first).map((line): Line => [' ', line]),
    ...before.slice(first, before.length - last).map((line): Line => ['-', line]),
    ...after.slice(first, after.length - last).map((line): Line => ['+', line]),
    ...after.slice(after.length - last).map((line): Line => [' ', line]),
  ];
}
