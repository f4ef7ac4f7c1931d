// `emulator completion <shell>`: prints a script that completes the commands and options of `emulator`.
import type { Command } from 'commander';
import { bashCompletion } from '#cli/completion/bash';
import { commandTree } from '#cli/completion/command-tree';
import { fishCompletion } from '#cli/completion/fish';
import { zshCompletion } from '#cli/completion/zsh';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export function completion(shell: keyof typeof SCRIPTS, program: Command): void {
  process.stdout.write(SCRIPTS[shell](commandTree(program)));
}
