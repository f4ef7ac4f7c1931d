// The commands for help and set-up. Each loads its code when it is called.
import { Argument, Command } from 'commander';
import { ENDPOINT, JSON_OUTPUT } from './shared-options.ts';

const MCP_CLIENTS = ['claude', 'cursor', 'vscode', 'gemini', 'zed'];

export function addSetupCommands(program: Command): void {
  program.commandsGroup('Help and set-up:');
  program
    .command('doctor')
    .description('check this machine, and the app in the emulator that runs: functions that fail, missing roles, rules without effect')
    .option('--kubernetes', 'check the cluster for functions instead: access, permissions, and a Pod that calls the emulator')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options));
  program
    .command('docs')
    .argument('[page]', 'name of a page, or a code such as FUNCTION_TIMED_OUT; without one, the list of pages')
    .description('show the documentation of this version')
    .option(...JSON_OUTPUT)
    .action(async (page, options) => (await import('./commands/docs.ts')).docs(page, options));
  program
    .command('config')
    .description('show every option with its value')
    .option('--origin', 'where each value comes from')
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/config.ts')).config(options));
  program
    .command('trust')
    .description('tell how to trust the local certificate authority, which answers https:// on the same port')
    .option('--print', 'print the certificate (PEM) and nothing else')
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/trust.ts')).trust(options));

  const mcp = program
    .command('mcp')
    .description('tools for agents in editors, by the Model Context Protocol; `emulator mcp init` prints their settings');
  mcp
    .command('serve', { isDefault: true })
    .description('serve one client on stdin and stdout')
    .option('--root <folder>', "folder of the project (default: the client's folders, else this one)")
    .option('--read-only', 'only tools that change nothing')
    .option(...ENDPOINT)
    .action(async (options) => (await import('./commands/mcp.ts')).mcp(options));
  mcp
    .command('init')
    .addArgument(new Argument('[client]', 'whose settings (default: all)').choices(MCP_CLIENTS))
    .description('print the settings with which a client starts the tools')
    .option('--write', "write them into the client's file of the project; what else the file has stays")
    .option('--root <folder>', 'folder of the project (default: this one)')
    .option(...JSON_OUTPUT)
    .action(async (client, options) => (await import('./commands/mcp.ts')).mcpInit(client, options));

  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that completes').choices(['bash', 'zsh', 'fish']))
    .description('print a script that completes commands and options: `source <(emulator completion bash)`')
    .action(async (shell) => (await import('./commands/completion.ts')).completion(shell, program));
  program.addHelpCommand(new Command('help').argument('[command]').description('show the help of a command').helpGroup('Help and set-up:'));
}
