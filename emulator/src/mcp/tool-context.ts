// Makes the context of tools for one client: commands as processes of their own, requests to the emulator, and paths within the project.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { startProgram } from '#lib/child-process';
import { EmulatorError } from '#lib/emulator-error';
import { cutText } from './cut-text.ts';
import { PATH_OUTSIDE } from './messages.ts';
import type { CommandOptions, ToolAnswer, ToolContext } from './tool.ts';

const COMMAND_WITHIN_MS = 60_000;
/** Characters of output that are kept of each stream. */
const MAX_OUTPUT = 1_000_000;
/** The exit code of a command whose subject has failed, which is what some tools look for. */
const FOUND_FAILURE = 1;

interface ProjectFolders {
  /** The folders whose files tools may read; commands run in the first. */
  folders(): Promise<readonly string[]>;
}

export interface ContextOptions extends ProjectFolders {
  readonly url: string;
  /** The words behind `node` that run the command `emulator`. */
  readonly program: readonly string[];
  /** Sends a request; rejects with an EmulatorError NOT_RUNNING where no emulator answers. */
  readonly ask: (url: string, init: RequestInit) => Promise<Response>;
  /** Ends the commands that run. */
  readonly signal: AbortSignal;
}

export function createToolContext(options: ContextOptions): ToolContext {
  const { url } = options;
  const request = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<ToolAnswer> => {
    const answer = await options.ask(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }), signal: options.signal });
    const text = await answer.text();
    return answer.ok ? { text: text || 'Done.' } : { text: refusalIn(text), failed: true };
  };
  return {
    url,
    command: (words, how) => runCommand(words, how, options),
    ask: request,
    call: (service, operation, input, scope = {}) => request('/_emulator/call', { service, operation, input, ...scope }),
    path: (given) => pathInside(given, options),
  };
}

function refusalIn(text: string): string {
  try {
    const { message = text, hint = '' } = JSON.parse(text) as { message?: string; hint?: string };
    return `${message}${hint && `\n${hint}`}`;
  } catch {
    return text;
  }
}

/** @throws EmulatorError PATH_OUTSIDE */
async function pathInside(given: string, { folders }: ContextOptions): Promise<string> {
  const roots = await folders();
  const path = isAbsolute(given) ? given : join(roots[0] ?? '.', given);
  const real = await realpath(path).catch(() => path);
  for (const root of roots) {
    const way = relative(await realpath(root).catch(() => root), real);
    if (way === '' || !(way.startsWith('..') || isAbsolute(way))) return path;
  }
  throw new EmulatorError(PATH_OUTSIDE, `${given} is not in the project (${roots.join(', ')}).`, {
    hint: 'Tools read files of the project alone: start `emulator mcp` in its folder, or name it with --root.',
  });
}

async function runCommand(words: readonly string[], how: CommandOptions = {}, options: ContextOptions): Promise<ToolAnswer> {
  const { oneIsAnswer = false, timeoutMs = COMMAND_WITHIN_MS, operands = [] } = how;
  const all = operands.length === 0 ? words : [...words, '--', ...operands];
  const [cwd = process.cwd()] = await options.folders();
  const child = startProgram(process.execPath, [...options.program, ...all], {
    cwd,
    env: { ...process.env, AWS_ENDPOINT_URL: options.url, NO_COLOR: '1', CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
  });
  const collected = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    (child[name] as Readable).setEncoding('utf8').on('data', (text: string) => {
      if (collected[name].length < MAX_OUTPUT) collected[name] += text;
    });
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(-1));
    child.once('close', (exit) => resolve(exit ?? -1));
  });
  const failed = code !== 0 && !(oneIsAnswer && code === FOUND_FAILURE && collected.stdout !== '');
  const ended = code === -1 ? `The command did not end within ${timeoutMs / 1000} s, or was interrupted.` : '';
  const parts = failed ? [ended, collected.stderr, collected.stdout] : [collected.stdout || collected.stderr];
  return {
    text: cutText(
      parts
        .map((part) => part.trim())
        .filter(Boolean)
        .join('\n') || 'Done.',
    ),
    ...(failed && { failed }),
  };
}
