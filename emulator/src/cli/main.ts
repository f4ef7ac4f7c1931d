#!/usr/bin/env node
// The command `emulator`: its groups of commands, and its exit codes.
import { Command, CommanderError } from 'commander';
import { printTo } from '#cli/print';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { addDeploymentCommands } from './deployment-commands.ts';
import { addEmulatorCommands } from './emulator-commands.ts';
import { addSetupCommands } from './setup-commands.ts';

const USAGE = 2;

/** Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 no emulator runs there, 130 interrupted. */
async function main(argv: string[]): Promise<void> {
  const program = new Command('emulator')
    .description("A local emulator of a public cloud's serverless APIs: one process, one port, no Docker needed.")
    .version(VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('Run `emulator --help` for the commands.');
  addEmulatorCommands(program);
  addDeploymentCommands(program);
  addSetupCommands(program);
  await program.parseAsync(argv);
}

// The reader has closed the pipe (`… | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && process.argv[2] !== 'start') process.exit();
});
main(process.argv).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  } else if (error instanceof EmulatorError) {
    printTo(process.stderr, `${error.code}: ${error.message}\n${error.hint ? `${error.hint}\n` : ''}`);
    process.exitCode = error.code === 'NOT_RUNNING' ? 3 : 1;
  } else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
});
