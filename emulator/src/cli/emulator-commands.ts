// The commands that run the emulator and look into it. Each loads its code when it is called.
import type { Command } from 'commander';
import { addExecutionCommands } from './execution-commands.ts';
import { ENDPOINT, JSON_OUTPUT } from './shared-options.ts';

export function addEmulatorCommands(program: Command): void {
  program.commandsGroup('The emulator:');
  program
    .command('start')
    .description('start the emulator and stay in the foreground')
    .option('-p, --port <port>', 'port of the gateway; 0 takes a free one')
    .option('--endpoint <url>', 'the same, as an address of this machine: http://127.0.0.1:4599')
    .option('--quiet', 'only warnings and errors after the start')
    .option('--background', 'start it in the background if none answers, and return when it is ready')
    .option('--for-tests', 'a free port, quiet; prints its address as one line of JSON, and ends when its stdin is closed')
    .option('--json', 'with --background: one JSON document on stdout')
    .action(async (options) => (await import('./commands/start.ts')).start(options));
  program
    .command('try')
    .description('start an emulator if none answers, deploy a sample, send it an event, and show in a browser what that did')
    .option('--no-open', 'print the address, and open no browser')
    .option(...ENDPOINT)
    .option('--json', 'one JSON document per line on stdout: what happens, and the result')
    .action(async (options) => (await import('./commands/try.ts')).tryOut(options));
  program
    .command('stop')
    .description('stop the emulator that listens at the endpoint')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/stop.ts')).stop(options));
  program
    .command('status')
    .description('tell what runs at the endpoint')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/status.ts')).status(options));
  const logs = program
    .command('logs')
    .argument('[function...]', "functions, by name, ARN or logical id: their logs; without one, the emulator's own")
    .description('show log lines')
    .option('-f, --follow', 'keep on showing what comes')
    .option('-a, --all', 'the logs of all functions in the region, with those that begin to log')
    .option('-n, --lines <count>', 'how many earlier lines', '100')
    .option('--since <duration>', 'only lines of the last 90s, 5m, 2h')
    .option('--filter <text>', 'only lines that contain the text, in whatever case')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (names, options) => (await import('./commands/logs.ts')).logs(names, options));
  logs
    .command('query')
    .argument('<query>', 'in the language of Logs Insights: `filter level = "ERROR" | stats count(*) by bin(5m)`')
    .description('search log groups: filter, parse, sort, count')
    .option('-g, --group <group...>', 'log groups to search (default: all of the region)')
    .option('--since <duration>', 'only events of the last 90s, 5m, 2h')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (query, _options, command) => (await import('./commands/logs-query.ts')).queryLogs(query, command.optsWithGlobals()));
  program
    .command('why')
    .argument('[subject]', 'id of a request or an event, name or ARN of a resource, `GET /path` … (default: what failed last)')
    .description('tell what failed last and why, or what became of a request or a resource')
    .option('--since <duration>', 'only what happened in the last 90s, 5m, 2h')
    .option('-f, --follow', 'show problems as they occur')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (subject, options) => (await import('./commands/why.ts')).why(subject, options));
  program
    .command('policy')
    .argument('[subject]', 'role, user, function or stack, by name or ARN (default: all identities that have called)')
    .description('print the smallest policy that was needed, what is allowed and never used, and what is lacking')
    .option('--since <duration>', 'only what was done in the last 90s, 5m, 2h')
    .option('--format <language>', 'json, cdk, terraform or sam', 'json')
    .option('--check', 'exit with 1 where something was used that is not allowed')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (subject, options) => (await import('./commands/policy.ts')).policy(subject, options));
  program
    .command('replay')
    .argument('<id>', 'id of a request, as `emulator why` and the console print it')
    .description('send a message, an event, an invocation, an execution or an HTTP request again, and show how the answers differ')
    .option('--input <body>', 'another message, input, event detail or body: text, @file, or @- for the standard input')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (id, options) => (await import('./commands/replay.ts')).replay(id, options));
  const events = program.command('events').description('events of event buses: which rules took them, and what became of them');
  events
    .command('tail', { isDefault: true })
    .description('show the last events, each in a line')
    .option('-f, --follow', 'keep on showing what comes')
    .option('-n, --lines <count>', 'how many earlier events', '20')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/events.ts')).tail(options));
  events
    .command('explain')
    .argument('<id>', 'id of an event, as PutEvents answers it')
    .description('tell which rules took an event, why the others did not, and what became of its deliveries')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (id, options) => (await import('./commands/events.ts')).explain(id, options));
  events
    .command('replay')
    .argument('<id>', 'id of an event, as PutEvents answers it')
    .description('send an event to its bus again, under a new id')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (id, options) => (await import('./commands/events.ts')).replay(id, options));
  events
    .command('test')
    .argument('<pattern>', 'an event pattern: JSON, or the name of a file')
    .argument('<event>', 'an event: JSON, or the name of a file')
    .description('tell whether an event matches a pattern, field by field; needs no emulator')
    .option(...JSON_OUTPUT)
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
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (calls, options) => (await import('./commands/fault.ts')).addFault(calls, options));
  fault
    .command('list', { isDefault: true })
    .description('show the faults, and how many calls they have met')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/fault.ts')).listFaults(options));
  fault
    .command('clear')
    .argument('[id]', 'one fault (default: all)')
    .description('end faults')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (id, options) => (await import('./commands/fault.ts')).clearFaults(id, options));
  const stub = program
    .command('stub')
    .description('answers for services and operations that are not emulated, and what was called in vain');
  stub
    .command('add', { isDefault: true })
    .argument('<call>', 'service and operation: `rekognition.DetectLabels`, `mq.GET /v1/brokers`; alone: a file of stubs')
    .argument('[answer]', 'the output: a file, `-` for the standard input, or the JSON itself')
    .description('let calls of an operation that is not emulated be answered')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (call, answer, options) => (await import('./commands/stub.ts')).addStub(call, answer, options));
  stub
    .command('list')
    .description('show the stubs, and what was called in vain, by whom')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/stub.ts')).listStubs(options));
  stub
    .command('remove')
    .argument('[call]', 'one stub (default: all)')
    .description('remove stubs')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (call, options) => (await import('./commands/stub.ts')).removeStub(call, options));
  const snapshot = program.command('snapshot').description('the whole state, saved under names: go back to it, compare it');
  snapshot
    .command('save')
    .argument('<name>', 'letters, digits, `.`, `_` and `-`')
    .description('save all state under a name')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (name, options) => (await import('./commands/snapshot.ts')).saveSnapshot(name, options));
  snapshot
    .command('restore')
    .argument('<name>', 'name of a saved state')
    .description('replace all state with a saved one')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (name, options) => (await import('./commands/snapshot.ts')).restoreSnapshot(name, options));
  snapshot
    .command('list', { isDefault: true })
    .description('list the saved states')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/snapshot.ts')).listSnapshots(options));
  snapshot
    .command('diff')
    .argument('<from>', 'name of a saved state')
    .argument('[to]', 'name of another one (default: the present state)')
    .description('tell which records were added, removed or changed between two states')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (from, to, options) => (await import('./commands/snapshot.ts')).diffSnapshots(from, to, options));
  snapshot
    .command('delete')
    .argument('<name>', 'name of a saved state')
    .description('remove a saved state; the present state stays')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (name, options) => (await import('./commands/snapshot.ts')).deleteSnapshot(name, options));
  program
    .command('metrics')
    .argument('[namespace]', 'a namespace (`AWS/SQS`), or its beginning (default: all)')
    .description('list metrics with the values of their last minute')
    .option('-f, --follow', 'keep on showing what comes')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (namespace, options) => (await import('./commands/metrics.ts')).metrics(namespace, options));
  program
    .command('map')
    .description('draw what calls what, from the last requests and from the settings of resources')
    .option('--format <format>', 'text, json, mermaid or svg', 'text')
    .option('--stack <name>', 'only resources of this stack, and what they call or are called by')
    .option('--region <region>', 'only resources of this region, and what they call or are called by')
    .option('--since <duration>', 'only requests of this span of time: 10m, 2h')
    .option('--trace <id>', 'only this request')
    .option('--traffic', 'only what requests went through')
    .option(...ENDPOINT)
    .option('--json', 'the same as --format json')
    .action(async (options) => (await import('./commands/map.ts')).map(options));
  const tables = program.command('tables').description('tables, and the items in them');
  tables
    .command('list', { isDefault: true })
    .description('list the tables of the region with their items and bytes')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (options) => (await import('./commands/tables.ts')).listTables(options));
  tables
    .command('scan')
    .argument('<table>', 'name of the table')
    .description('print the items of a table as plain JSON, one a line')
    .option('-q, --query <condition>', "only items that fit, in PartiQL: `status = 'open' AND total > 10`")
    .option('-n, --limit <count>', 'so many items at most')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (table, options) => (await import('./commands/tables.ts')).scanTable(table, options));
  addExecutionCommands(program);
  addCompareCommands(program);
}

function addCompareCommands(program: Command): void {
  const compare = program
    .command('compare')
    .description('run a program at the emulator and at another side, and tell what was answered differently');
  compare
    .command('run', { isDefault: true })
    .argument('[command...]', 'the program and its arguments, behind `--`')
    .description('run a program twice, and compare call by call')
    .requiredOption('--with <side>', 'address of another endpoint, or a profile of the AWS CLI: then the real cloud is called')
    .option('--region <region>', "region of both runs (default: the profile's, else AWS_REGION)")
    .option('--save <file>', 'write what the other side answered as a recorded case; it is shown first')
    .option('--title <text>', 'title of the saved case (default: the command)')
    .option('--yes', 'save without a question')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (words, options) => (await import('./commands/compare.ts')).compare(words, options));
  compare
    .command('play')
    .argument('<folder>', 'folder of recorded cases, or one of them')
    .description('play recorded cases, and tell what is answered differently')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (folder, options) => (await import('./commands/compare.ts')).play(folder, options));
}
