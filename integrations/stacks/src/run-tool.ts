// Runs a build tool, quietly where it succeeds: what it printed belongs to the problem where it fails.
import { spawn } from 'node:child_process';
import { notInstalled, type Tool } from './find-tool.ts';
import { StackProblem } from './stack-problem.ts';

const MAX_SHOWN_LINES = 20;
const MAX_OUTPUT_CHARACTERS = 1_000_000;

export interface ToolRun extends Tool {
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** @throws StackProblem with the last lines that the tool printed */
export function runTool(run: ToolRun): Promise<void> {
  const { command, words, folder, environment, purpose } = run;
  const child = spawn(command, words, { cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed = (printed + String(chunk)).slice(-MAX_OUTPUT_CHARACTERS);
    });
  return new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => reject(notInstalled(run, whyNot(cause), cause)));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const lines = printed.trimEnd().split('\n').slice(-MAX_SHOWN_LINES);
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      reject(new StackProblem('build', `${[command, ...words.slice(0, 1)].join(' ')} ended ${how} for ${purpose}:\n${lines.join('\n')}`));
    });
  });
}

const whyNot = ({ code, message }: NodeJS.ErrnoException): string => (code === 'ENOENT' ? 'it is not installed' : (code ?? message));
