// The commands for functions and deployments. Each loads its code when it is called.
import { Argument, type Command, Option } from 'commander';
import { SAMPLE_SOURCES } from './invoke/sample-sources.ts';
import { ENDPOINT, JSON_OUTPUT } from './shared-options.ts';

const PROVIDER_MIRROR = [
  '--provider-mirror <folder>',
  'folder of providers (`terraform providers mirror`) to use instead of a registry',
] as const;

/** The values of an option that may be repeated. */
const collected = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

export function addDeploymentCommands(program: Command): void {
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
    .option(...JSON_OUTPUT)
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
    .option(...ENDPOINT)
    .option('--json', 'one JSON document per line on stdout: what happens')
    .action(async (path, options) => (await import('./commands/dev.ts')).dev(path, options));
  program
    .command('deploy')
    .argument('[path]', 'a template (CloudFormation, AWS SAM), or the folder that holds it', '.')
    .description('deploy a template with its code: builds, uploads what is new, and changes the stack')
    .option('--stack-name <name>', "name of the stack (default: samconfig's, else the name of the folder)")
    .option('--region <region>', "region (default: samconfig's, else AWS_REGION)")
    .option('--parameter <name=value>', 'parameter of the template; may be repeated', collected)
    .option('--tag <name=value>', 'tag of the stack; may be repeated', collected)
    .option('--capabilities <names...>', 'capabilities that are given (default: all)')
    .option('--config-env <name>', 'environment of samconfig')
    .option('--config-file <file>', 'another samconfig')
    .option('--dry-run', 'show what would change, with values, and change nothing')
    .option('--no-build', 'pack folders as they are')
    .option('--hot', 'functions run straight from their folders: a saved file is in effect at once')
    .option('--start', 'start an emulator in the background where none answers')
    .option(...ENDPOINT)
    .option('--json', 'one JSON document per line on stdout: what happens, and the result')
    .action(async (path, options) => (await import('./commands/deploy.ts')).deploy(path, options));
  program
    .command('delete')
    .argument('<stack>', 'name of a stack, or the folder or template that it was deployed from')
    .description('delete a stack and what was uploaded for it')
    .option('--region <region>', "region (default: samconfig's, else AWS_REGION)")
    .option('--config-env <name>', 'environment of samconfig')
    .option(...ENDPOINT)
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
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (name, options) => (await import('./commands/invoke.ts')).invoke(name, options));
  program
    .command('debug')
    .argument('[function]', 'its name, ARN, or logical id in a stack; can be left out where there is only one')
    .description('open a debugger in a function of Node.js or Python, and lead editors to it; Ctrl-C switches it off')
    .option('-p, --port <port>', 'port for debuggers (default: 9229, for Python 5678, or a free one)')
    .option('-q, --qualifier <name>', 'a version or an alias')
    .option('--code <folder>', 'the folder with the code, where the function does not run from one (default: this one)')
    .option('--no-launch', 'write no entry into .vscode/launch.json')
    .option(...ENDPOINT)
    .option('--json', 'one JSON document per line on stdout: the port, and what happens to the debugger')
    .action(async (name, options) => (await import('./commands/debug.ts')).debug(name, options));
  program
    .command('cdk')
    .argument('[words...]', 'what the CDK is to do: `deploy --all`, `watch`, `destroy` …')
    .description("run the project's own CDK against the emulator; starts one and bootstraps where that was not done")
    .passThroughOptions()
    .allowUnknownOption()
    .option(...ENDPOINT)
    .option('--json', 'one JSON document per line on stdout: what happens to stacks; what the CDK prints goes to stderr')
    .action(async (words, options) => (await import('./commands/cdk.ts')).cdk(words, options));
  program
    .command('tf')
    .argument('[words...]', 'what Terraform is to do: `init`, `apply` …')
    .description('run Terraform or OpenTofu against the emulator; starts one')
    .passThroughOptions()
    .allowUnknownOption()
    .option(...ENDPOINT)
    .option(...PROVIDER_MIRROR)
    .action(async (words, options) => (await import('./commands/tf.ts')).tf(words, options));
  program
    .command('cdktf')
    .addArgument(new Argument('<command>', 'what is done').choices(['synth', 'diff', 'deploy', 'destroy']))
    .argument('[stacks...]', 'names of stacks (default: all)')
    .description('synthesize a CDKTF app and deploy its stacks by Terraform, without asking; starts an emulator')
    .option(...ENDPOINT)
    .option(...PROVIDER_MIRROR)
    .action(async (name, stacks, options) => (await import('./commands/cdktf.ts')).cdktf(name, stacks, options));
  const runtimes = program
    .command('runtimes')
    .description('the runtimes of functions, and what serves them on this machine without containers');
  runtimes
    .command('list', { isDefault: true })
    .description('show every runtime with the interpreter that serves it')
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/runtimes.ts')).listRuntimes(options));
  runtimes
    .command('add')
    .argument('<runtime...>', 'nodejs22.x, …, or durable-nodejs')
    .description('bring versions of Node.js, or the SDK of durable functions, from the npm registry')
    .option(...JSON_OUTPUT)
    .action(async (names, options) => (await import('./commands/runtimes.ts')).addRuntimes(names, options));
  runtimes
    .command('remove')
    .argument('<runtime...>', 'nodejs22.x, …, or durable-nodejs')
    .description('remove what was brought')
    .option(...JSON_OUTPUT)
    .action(async (names, options) => (await import('./commands/runtimes.ts')).removeRuntimes(names, options));
  program
    .command('token')
    .description('sign a JSON web token that authorizers of APIs accept; its keys are at /_emulator/issuer')
    .option('--issuer <url>', "the issuer that it names (default: the emulator's own)")
    .option('--claim <name=value>', 'claim, a text; `name:=value` takes JSON: \'groups:=["admin"]\'; may be repeated', collected)
    .option('--lifetime <duration>', 'how long it is valid: 30m, 2h (default: 1h)')
    .option(...ENDPOINT)
    .option('--json', 'one JSON document on stdout, with the claims')
    .action(async (options) => (await import('./commands/token.ts')).token(options));
}
