// Whether a build tool is installed: asked before anything is built, so that all missing tools are told at once.
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { StackProblem } from './stack-problem.ts';

export interface Tool {
  readonly command: string;
  /** `the dependencies of Orders`, for messages. */
  readonly purpose: string;
  /** The hint where the command is not installed. */
  readonly ifMissing: string;
}

/** On Windows a command is a file with one of these endings. */
const ENDINGS = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];

/** @throws StackProblem if the command is neither a file nor in PATH */
export function assertInstalled(tool: Tool): void {
  const folders = isAbsolute(tool.command) ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  if (!folders.some((folder) => ENDINGS.some((ending) => isExecutable(join(folder, `${tool.command}${ending}`))))) throw notInstalled(tool);
}

export const notInstalled = ({ command, purpose, ifMissing }: Tool, why = 'it is not installed', cause?: unknown): StackProblem =>
  new StackProblem('build', `${command} cannot be started for ${purpose}: ${why}.`, ifMissing, cause);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
