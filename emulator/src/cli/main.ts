#!/usr/bin/env node
// The command `emulator`: a table of commands, each loaded when it is called.
import { Argument, Command, CommanderError, Option } from 'commander';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { SAMPLE_SOURCES } from './invoke/sample-sources.ts';

const USAGE = 2;

/** Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 no emulator runs there, 130 interrupted. */
async function main(argv: string[]): Promise<void> {
  const program = new Command('emulator')
    .description("A local emulator of a public cloud's serverless APIs: one process, one port, no Docker needed.")
    .version(VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('Run `emulator --help` for the commands.');
  const json = ['--json', 'one JSON document on stdout, for machines'] as const;
  const at = ['--endpoint <url>', 'where the emulator listens (default: AWS_ENDPOINT_URL, else GATEWAY_LISTEN)'] as const;

  program.commandsGroup('The emulator:');
  program
    .command('start')
    .description('start the emulator and stay in the foreground')
    .option('-p, --port <port>', 'port of the gateway; 0 takes a free one')
    .option('--quiet', 'only warnings and errors after the start')
    .action(async (options) => (await import('./commands/start.ts')).start(options));
  program
    .command('stop')
    .description('stop the emulator that listens at the endpoint')
    .option(...at)
    .action(async (options) => (await import('./commands/stop.ts')).stop(options));
  program
    .command('status')
    .description('tell what runs at the endpoint')
    .option(...at)
    .option(...json)
    .action(async (options) => (await import('./commands/status.ts')).status(options));
  program
    .command('logs')
    .argument('[function...]', "functions, by name, ARN or logical id: their logs; without one, the emulator's own")
    .description('show log lines')
    .option('-f, --follow', 'keep on showing what comes')
    .option('-a, --all', 'the logs of all functions in the region, with those that begin to log')
    .option('-n, --lines <count>', 'how many earlier lines', '100')
    .option('--since <duration>', 'only lines of the last 90s, 5m, 2h')
    .option('--filter <text>', 'only lines that contain the text, in whatever case')
    .option(...at)
    .option(...json)
    .action(async (names, options) => (await import('./commands/logs.ts')).logs(names, options));
  program
    .command('why')
    .argument('[subject]', 'id of a request or an event, or the name or ARN of a function, a rule, a queue … (default: what failed last)')
    .description('tell what became of a request or a resource, and why: calls, events, deliveries, retries')
    .option(...at)
    .option(...json)
    .action(async (subject, options) => (await import('./commands/why.ts')).why(subject, options));
  const events = program.command('events').description('events of event buses: which rules took them, and what became of them');
  events
    .command('tail', { isDefault: true })
    .description('show the last events, each in a line')
    .option('-f, --follow', 'keep on showing what comes')
    .option('-n, --lines <count>', 'how many earlier events', '20')
    .option(...at)
    .option(...json)
    .action(async (options) => (await import('./commands/events.ts')).tail(options));
  events
    .command('explain')
    .argument('<id>', 'id of an event, as PutEvents answers it')
    .description('tell which rules took an event, why the others did not, and what became of its deliveries')
    .option(...at)
    .option(...json)
    .action(async (id, options) => (await import('./commands/events.ts')).explain(id, options));
  events
    .command('replay')
    .argument('<id>', 'id of an event, as PutEvents answers it')
    .description('send an event to its bus again, under a new id')
    .option(...at)
    .option(...json)
    .action(async (id, options) => (await import('./commands/events.ts')).replay(id, options));
  events
    .command('test')
    .argument('<pattern>', 'an event pattern: JSON, or the name of a file')
    .argument('<event>', 'an event: JSON, or the name of a file')
    .description('tell whether an event matches a pattern, field by field; needs no emulator')
    .option(...json)
    .action(async (pattern, event, options) => (await import('./commands/test-event.ts')).testEvent(pattern, event, options));
  const fault = program.command('fault').description('calls that are made to fail or to wait, to try what an application does then');
  fault
    .command('add')
    .argument('<calls>', 'a service or one of its operations: `sqs`, `sqs.SendMessage`, `*`')
    .description('let calls fail or wait')
    .option('--error <code>', 'code of the error that is answered: ThrottlingException …')
    .option('--message <text>', 'message of the error')
    .option('--status <status>', 'HTTP status of the error (default: 400)')
    .option('--delay <duration>', 'how long calls wait: 200ms, 2s')
    .option('--resource <name>', 'only calls that name this resource')
    .option('--rate <share>', 'share of the calls that meet the fault, up to 1 (default: 1)')
    .option('--times <count>', 'so many calls at most')
    .option(...at)
    .option(...json)
    .action(async (calls, options) => (await import('./commands/fault.ts')).addFault(calls, options));
  fault
    .command('list', { isDefault: true })
    .description('show the faults, and how many calls they have met')
    .option(...at)
    .option(...json)
    .action(async (options) => (await import('./commands/fault.ts')).listFaults(options));
  fault
    .command('clear')
    .argument('[id]', 'one fault (default: all)')
    .description('end faults')
    .option(...at)
    .option(...json)
    .action(async (id, options) => (await import('./commands/fault.ts')).clearFaults(id, options));
  const snapshot = program.command('snapshot').description('the whole state, saved under names: go back to it, compare it');
  snapshot
    .command('save')
    .argument('<name>', 'letters, digits, `.`, `_` and `-`')
    .description('save all state under a name')
    .option(...at)
    .option(...json)
    .action(async (name, options) => (await import('./commands/snapshot.ts')).saveSnapshot(name, options));
  snapshot
    .command('restore')
    .argument('<name>', 'name of a saved state')
    .description('replace all state with a saved one')
    .option(...at)
    .option(...json)
    .action(async (name, options) => (await import('./commands/snapshot.ts')).restoreSnapshot(name, options));
  snapshot
    .command('list', { isDefault: true })
    .description('list the saved states')
    .option(...at)
    .option(...json)
    .action(async (options) => (await import('./commands/snapshot.ts')).listSnapshots(options));
  snapshot
    .command('diff')
    .argument('<from>', 'name of a saved state')
    .argument('[to]', 'name of another one (default: the present state)')
    .description('tell which records were added, removed or changed between two states')
    .option(...at)
    .option(...json)
    .action(async (from, to, options) => (await import('./commands/snapshot.ts')).diffSnapshots(from, to, options));
  snapshot
    .command('delete')
    .argument('<name>', 'name of a saved state')
    .description('remove a saved state; the present state stays')
    .option(...at)
    .option(...json)
    .action(async (name, options) => (await import('./commands/snapshot.ts')).deleteSnapshot(name, options));
  const tables = program.command('tables').description('tables, and the items in them');
  tables
    .command('list', { isDefault: true })
    .description('list the tables of the region with their items and bytes')
    .option(...at)
    .option(...json)
    .action(async (options) => (await import('./commands/tables.ts')).listTables(options));
  tables
    .command('scan')
    .argument('<table>', 'name of the table')
    .description('print the items of a table as plain JSON, one a line')
    .option('-q, --query <condition>', "only items that fit, in PartiQL: `status = 'open' AND total > 10`")
    .option('-n, --limit <count>', 'so many items at most')
    .option(...at)
    .option(...json)
    .action(async (table, options) => (await import('./commands/tables.ts')).scanTable(table, options));
  program.commandsGroup('Functions and deployments:');
  program
    .command('new')
    .argument('[template]', 'such as `function-ts`; `--list` describes all')
    .argument('[folder]', 'where the project is written; by default a folder named like the template')
    .description('write a small project that works at once; asks on a terminal for what is not given')
    .option('--name <name>', 'name of the project (default: the last part of the folder)')
    .option(
      '--emulator <package>',
      'the emulator as npm installs it: a version, a tarball, a folder (default: the one that runs this command)',
    )
    .option('--list', 'describe the templates, and write nothing')
    .option(...json)
    .action(async (template, folder, options) => (await import('./commands/new.ts')).newProject(template, folder, options));
  program
    .command('dev')
    .argument('[path]', 'the folder of an app, a template, or the file of a handler', '.')
    .description(
      'deploy this folder and keep what is deployed like its files: code is reloaded, infrastructure deployed again; starts an emulator if none runs',
    )
    .option('--stack-name <name>', "the stack of a template (default: the project's settings, else the name of the folder)")
    .option('--name <name>', 'the function of a plain handler (default: the name of the folder)')
    .option('--handler <name>', 'the exported function of a plain handler (default: handler, lambda_handler, main or the only one)')
    .option('--runtime <runtime>', 'the runtime of a plain handler (default: one that this machine serves)')
    .option(...at)
    .option('--json', 'one JSON document per line on stdout: what happens')
    .action(async (path, options) => (await import('./commands/dev.ts')).dev(path, options));
  const many = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];
  program
    .command('deploy')
    .argument('[path]', 'a template (CloudFormation, AWS SAM), or the folder that holds it', '.')
    .description('deploy a template with its code: builds, uploads what is new, and changes the stack')
    .option('--stack-name <name>', "name of the stack (default: samconfig's, else the name of the folder)")
    .option('--region <region>', "region (default: samconfig's, else AWS_REGION)")
    .option('--parameter <name=value>', 'parameter of the template; may be repeated', many)
    .option('--tag <name=value>', 'tag of the stack; may be repeated', many)
    .option('--capabilities <names...>', 'capabilities that are given (default: all)')
    .option('--config-env <name>', 'environment of samconfig')
    .option('--config-file <file>', 'another samconfig')
    .option('--dry-run', 'show what would change, with values, and change nothing')
    .option('--no-build', 'pack folders as they are')
    .option('--hot', 'functions run straight from their folders: a saved file is in effect at once')
    .option('--start', 'start an emulator in the background where none answers')
    .option(...at)
    .option('--json', 'one JSON document per line on stdout: what happens, and the result')
    .action(async (path, options) => (await import('./commands/deploy.ts')).deploy(path, options));
  program
    .command('delete')
    .argument('<stack>', 'name of a stack, or the folder or template that it was deployed from')
    .description('delete a stack and what was uploaded for it')
    .option('--region <region>', "region (default: samconfig's, else AWS_REGION)")
    .option('--config-env <name>', 'environment of samconfig')
    .option(...at)
    .option('--json', 'one JSON document per line on stdout: what happens, and the result')
    .action(async (name, options) => (await import('./commands/delete.ts')).deleteNamed(name, options));
  program
    .command('invoke')
    .argument('[function]', 'its name, ARN, or logical id in a stack; can be left out where there is only one')
    .description('invoke a function: the answer goes to stdout, its log and the reason of a failure to stderr')
    .option('-e, --event <file>', 'a file with the event; - reads stdin')
    .option('-d, --data <json>', 'the event itself (default: {})')
    .addOption(new Option('-s, --sample <source>', 'a sample event of this source').choices(SAMPLE_SOURCES))
    .option('--print', 'print the sample and invoke nothing')
    .option('-q, --qualifier <name>', 'a version or an alias')
    .option('--async', 'hand the event over and do not wait for the function')
    .option('-w, --watch', 'invoke again when the file of the event, the code or the configuration has changed')
    .option(...at)
    .option(...json)
    .action(async (name, options) => (await import('./commands/invoke.ts')).invoke(name, options));
  program
    .command('debug')
    .argument('[function]', 'its name, ARN, or logical id in a stack; can be left out where there is only one')
    .description('open a debugger in a function of Node.js or Python, and lead editors to it; Ctrl-C switches it off')
    .option('-p, --port <port>', 'port for debuggers (default: 9229, for Python 5678, or a free one)')
    .option('-q, --qualifier <name>', 'a version or an alias')
    .option('--code <folder>', 'the folder with the code, where the function does not run from one (default: this one)')
    .option('--no-launch', 'write no entry into .vscode/launch.json')
    .option(...at)
    .option('--json', 'one JSON document per line on stdout: the port, and what happens to the debugger')
    .action(async (name, options) => (await import('./commands/debug.ts')).debug(name, options));
  program
    .command('cdk')
    .argument('[words...]', 'what the CDK is to do: `deploy --all`, `watch`, `destroy` …')
    .description("run the project's own CDK against the emulator; starts one and bootstraps where that was not done")
    .passThroughOptions()
    .allowUnknownOption()
    .option(...at)
    .option('--json', 'one JSON document per line on stdout: what happens to stacks; what the CDK prints goes to stderr')
    .action(async (words, options) => (await import('./commands/cdk.ts')).cdk(words, options));
  const mirror = ['--provider-mirror <folder>', 'folder of providers (`terraform providers mirror`) to use instead of a registry'] as const;
  program
    .command('tf')
    .argument('[words...]', 'what Terraform is to do: `init`, `apply` …')
    .description('run Terraform or OpenTofu against the emulator; starts one')
    .passThroughOptions()
    .allowUnknownOption()
    .option(...at)
    .option(...mirror)
    .action(async (words, options) => (await import('./commands/tf.ts')).tf(words, options));
  program
    .command('cdktf')
    .addArgument(new Argument('<command>', 'what is done').choices(['synth', 'diff', 'deploy', 'destroy']))
    .argument('[stacks...]', 'names of stacks (default: all)')
    .description('synthesize a CDKTF app and deploy its stacks by Terraform, without asking; starts an emulator')
    .option(...at)
    .option(...mirror)
    .action(async (name, stacks, options) => (await import('./commands/cdktf.ts')).cdktf(name, stacks, options));
  const runtimes = program
    .command('runtimes')
    .description('the runtimes of functions, and what serves them on this machine without containers');
  runtimes
    .command('list', { isDefault: true })
    .description('show every runtime with the interpreter that serves it')
    .option(...json)
    .action(async (options) => (await import('./commands/runtimes.ts')).listRuntimes(options));
  runtimes
    .command('add')
    .argument('<runtime...>', 'nodejs22.x, …')
    .description('bring versions of Node.js from the npm registry')
    .option(...json)
    .action(async (names, options) => (await import('./commands/runtimes.ts')).addRuntimes(names, options));
  runtimes
    .command('remove')
    .argument('<runtime...>', 'nodejs22.x, …')
    .description('remove versions of Node.js that were brought')
    .option(...json)
    .action(async (names, options) => (await import('./commands/runtimes.ts')).removeRuntimes(names, options));
  program
    .command('token')
    .description('sign a JSON web token that authorizers of APIs accept; its keys are at /_emulator/issuer')
    .option('--issuer <url>', "the issuer that it names (default: the emulator's own)")
    .option('--claim <name=value>', 'claim, a text; `name:=value` takes JSON: \'groups:=["admin"]\'; may be repeated', many)
    .option('--lifetime <duration>', 'how long it is valid: 30m, 2h (default: 1h)')
    .option(...at)
    .option('--json', 'one JSON document on stdout, with the claims')
    .action(async (options) => (await import('./commands/token.ts')).token(options));
  program.commandsGroup('Help and set-up:');
  program
    .command('doctor')
    .description('check this machine, and the app in the emulator that runs: functions that fail, missing roles, rules without effect')
    .option(...at)
    .option(...json)
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options));
  program
    .command('docs')
    .argument('[page]', 'name of a page, or a code such as FUNCTION_TIMED_OUT; without one, the list of pages')
    .description('show the documentation of this version')
    .action(async (page) => (await import('./commands/docs.ts')).docs(page));
  program
    .command('config')
    .description('show every option with its value')
    .option('--origin', 'where each value comes from')
    .option(...json)
    .action(async (options) => (await import('./commands/config.ts')).config(options));
  program
    .command('trust')
    .description('tell how to trust the local certificate authority, which answers https:// on the same port')
    .option('--print', 'print the certificate (PEM) and nothing else')
    .action(async (options) => (await import('./commands/trust.ts')).trust(options));

  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that completes').choices(['bash', 'zsh', 'fish']))
    .description('print a script that completes commands and options: `source <(emulator completion bash)`')
    .action(async (shell) => (await import('./commands/completion.ts')).completion(shell, program));
  program.addHelpCommand(new Command('help').argument('[command]').description('show the help of a command').helpGroup('Help and set-up:'));

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
    process.stderr.write(`${error.code}: ${error.message}\n${error.hint ? `${error.hint}\n` : ''}`);
    process.exitCode = error.code === 'NOT_RUNNING' ? 3 : 1;
  } else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
});
