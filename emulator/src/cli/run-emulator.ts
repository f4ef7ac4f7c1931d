// Runs the command `emulator`: its groups of commands, and its exit codes.
import { Command, CommanderError } from 'commander';
import { printTo } from '#cli/print';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { addDeploymentCommands } from './deployment-commands.ts';
import { addEmulatorCommands } from './emulator-commands.ts';
import { addHelp } from './help-examples.ts';
import { addPorts } from './port-option.ts';
import { addSetupCommands } from './setup-commands.ts';

const USAGE = 2;

/** The table of commands. */
export function createProgram(): Command {
  const program = new Command('emulator')
    .description("A local emulator of a public cloud's serverless APIs: one process, one port, no Docker needed.")
    .version(VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('Run `emulator --help` for the commands.');
  addEmulatorCommands(program);
  addDeploymentCommands(program);
  addSetupCommands(program);
  addPorts(program);
  addHelp(program);
  return program;
}

/** Sets the exit code of the process: 0 done, 1 failed, 2 wrong arguments, 3 no emulator runs there, 130 interrupted. */
export async function runEmulator(words: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Tells the error, which the parser has told by itself. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  if (error instanceof EmulatorError) {
    printTo(process.stderr, `${error.code}: ${error.message}\n${error.hint ? `${error.hint}\n` : ''}`);
    return error.code === 'NOT_RUNNING' ? 3 : 1;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}
