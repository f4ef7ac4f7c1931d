// The commands for executions: of state machines, and of durable functions. Each loads its code when it is called.
import type { Command } from 'commander';
import { ENDPOINT, JSON_OUTPUT } from './shared-options.ts';

export function addExecutionCommands(program: Command): void {
  const executions = program
    .command('executions')
    .description('executions of state machines: what each state was given and gave, and why one failed');
  executions
    .command('list', { isDefault: true })
    .argument('[machine]', 'name or ARN of a state machine (default: all)')
    .description('list executions, the latest first')
    .option('--status <status>', 'only those that are RUNNING, SUCCEEDED, FAILED, TIMED_OUT or ABORTED')
    .option('-n, --limit <count>', 'so many executions at most', '20')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (machine, options) => (await import('./commands/executions.ts')).listExecutions(machine, options));
  executions
    .command('show')
    .argument('<execution>', 'ARN of an execution, its name or the end of it, or a state machine that has one')
    .description('print the run of an execution as a tree of its states')
    .option('-f, --follow', 'print states as they end, until the execution does')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (execution, options) => (await import('./commands/executions.ts')).showExecution(execution, options));
  addDurableCommands(program);
}

function addDurableCommands(program: Command): void {
  const durable = program.command('durable').description('executions of durable functions: their history, and answers to their callbacks');
  durable
    .command('list', { isDefault: true })
    .argument('[function]', 'name or ARN of a durable function (default: all)')
    .description('list durable executions, the latest first')
    .option('--status <status>', 'only those that are RUNNING, SUCCEEDED, FAILED, TIMED_OUT or STOPPED')
    .option('-n, --limit <count>', 'so many executions at most', '20')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (name, options) => (await import('./commands/durable.ts')).listDurable(name, options));
  durable
    .command('show')
    .argument('<execution>', 'ARN of a durable execution, its name, or its function and name: `orders/run-7`')
    .description('print the history of a durable execution, with the ids of its callbacks')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (execution, options) => (await import('./commands/durable.ts')).showDurable(execution, options));
  durable
    .command('stop')
    .argument('<execution>', 'ARN of a durable execution, its name, or its function and name')
    .description('stop a durable execution')
    .option('--type <type>', 'type of the error that the execution ends with')
    .option('--message <text>', 'message of that error')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (execution, options) => (await import('./commands/durable.ts')).stopDurable(execution, options));
  const callback = durable.command('callback').description('answer a callback of a durable execution');
  callback
    .command('succeed')
    .argument('<id>', 'id of the callback')
    .argument('[result]', 'the result, as the function receives it')
    .description('let a callback succeed')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (id, result, options) => (await import('./commands/durable.ts')).succeedCallback(id, result, options));
  callback
    .command('fail')
    .argument('<id>', 'id of the callback')
    .description('let a callback fail')
    .option('--type <type>', 'type of the error')
    .option('--message <text>', 'message of the error')
    .option(...ENDPOINT)
    .option(...JSON_OUTPUT)
    .action(async (id, options) => (await import('./commands/durable.ts')).failCallback(id, options));
}
