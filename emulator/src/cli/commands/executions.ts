// `emulator executions list` and `emulator executions show`: the executions of state machines, and the run of one as a tree of its states.

import { cloudRequest } from '#cli/cloud-request';
import { askEmulator, endpoint } from '#cli/endpoint';
import { type HistoryEvent, RunTree, type Step } from '#cli/executions/run-tree';
import { chosenLimit, chosenStatus } from '#cli/list-choice';
import { linesOf } from '#cli/log-stream';
import { EXECUTION_NOT_FOUND, EXECUTIONS_UNREADABLE } from '#cli/messages';
import { print } from '#cli/print';
import { type ChosenRegion, chosenRegion } from '#cli/region';
import { EmulatorError } from '#lib/emulator-error';

interface Options {
  readonly endpoint?: string;
  readonly json?: boolean;
}

interface ListOptions extends Options {
  readonly status?: string;
  readonly limit: string;
}

interface ShowOptions extends Options {
  readonly follow?: boolean;
}

interface ExecutionSummary {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly status: string;
  readonly startDate: number;
  readonly stopDate?: number;
}

interface ExecutionDescription extends ExecutionSummary {
  readonly input?: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

type Call = <T>(operation: string, input: object) => Promise<T>;

const STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED', 'PENDING_REDRIVE'];
const MAX_TEXT = 100;
const MARKS = { running: '…', succeeded: '✓', failed: '✗', aborted: '-' } as const;
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const lastOf = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

export async function listExecutions(machine: string | undefined, { endpoint: given, json, status, limit }: ListOptions): Promise<void> {
  const [wanted, most] = [chosenStatus(status, STATUSES, 'an execution'), chosenLimit(limit)];
  const chosen = chosenRegion();
  const found = await executionsOf(machine, callTo(endpoint(given), chosen), wanted);
  const executions = found.sort((a, b) => b.startDate - a.startDate).slice(0, most);
  if (json) return print(JSON.stringify({ region: chosen.region, executions }));
  if (executions.length === 0)
    return print(`There are no executions${machine ? ` of ${machine}` : ''} in ${chosen.region} (${chosen.from}).`);
  const width = Math.max(...executions.map(({ stateMachineArn }) => lastOf(stateMachineArn).length));
  for (const { name, status: state, stateMachineArn, startDate, stopDate } of executions) {
    const took = stopDate === undefined ? '' : duration((stopDate - startDate) * 1000);
    print(`${state.padEnd(9)}  ${timeOf(startDate)}  ${took.padStart(9)}  ${lastOf(stateMachineArn).padEnd(width)}  ${name}`);
  }
}

/** Ends with 1 where the execution failed. With `follow`, states are printed as they end; without it, the tree of the run. */
export async function showExecution(name: string, { endpoint: given, json, follow }: ShowOptions): Promise<void> {
  const url = endpoint(given);
  const call = callTo(url, chosenRegion());
  const executionArn = name.startsWith('arn:') ? name : await arnOf(name, call);
  const tree = new RunTree();
  const described = (): Promise<ExecutionDescription> => call('DescribeExecution', { executionArn });
  let execution = await described();
  if (!json) print(`${lastOf(execution.stateMachineArn)}  ${execution.name}\n  input  ${shortened(execution.input)}`);
  for await (const event of follow ? followedEvents(executionArn, url) : eventsOf(executionArn, call)) {
    const ended = tree.add(event);
    if (follow && !json && ended?.step.endMs !== undefined) print(lineOf(ended.step, ended.depth));
  }
  if (follow) execution = await described();
  if (execution.stopDate !== undefined) tree.end(execution.stopDate * 1000, execution.status === 'SUCCEEDED' ? 'succeeded' : 'aborted');
  if (execution.status !== 'RUNNING' && execution.status !== 'SUCCEEDED') process.exitCode = 1;
  if (json) return print(JSON.stringify({ ...execution, steps: tree.steps }));
  if (!follow) printSteps(tree.steps, 0);
  const took = execution.stopDate === undefined ? '' : ` after ${duration((execution.stopDate - execution.startDate) * 1000)}`;
  print(`${execution.status}${took}`);
  if (execution.output !== undefined) print(`  output  ${shortened(execution.output)}`);
  if (execution.error !== undefined || execution.cause !== undefined) print(`  ${reasonOf(execution)}`);
}

function printSteps(steps: readonly Step[], depth: number): void {
  for (const step of steps) {
    print(lineOf(step, depth));
    printSteps(step.steps, depth + 1);
  }
}

function lineOf(step: Step, depth: number): string {
  const { status, name, type, startMs, endMs, retries, output } = step;
  const parts = [
    `${MARKS[status]} ${name}`,
    type,
    endMs === undefined ? status : duration(endMs - startMs),
    retries > 0 && `${retries} ${retries === 1 ? 'retry' : 'retries'}`,
    step.input !== undefined && `in ${shortened(step.input)}`,
    output !== undefined && `out ${shortened(output)}`,
    (step.error !== undefined || step.cause !== undefined) && reasonOf(step),
  ];
  return `${'  '.repeat(depth + 1)}${parts.filter(Boolean).join('  ')}`;
}

const reasonOf = ({ error, cause }: { readonly error?: string | undefined; readonly cause?: string | undefined }): string =>
  [error, cause && shortened(cause)].filter(Boolean).join(': ');

const shortened = (text = ''): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length.toLocaleString('en')} characters)` : text;

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** The events as they happen, up to the end of the execution. */
async function* followedEvents(executionArn: string, url: string): AsyncGenerator<HistoryEvent> {
  const answer = await askEmulator(`${url}/_cloud/states/history?execution=${encodeURIComponent(executionArn)}`);
  for await (const line of linesOf(answer)) yield JSON.parse(line) as HistoryEvent;
}

async function* eventsOf(executionArn: string, call: Call): AsyncGenerator<HistoryEvent> {
  let nextToken: string | undefined;
  do {
    const input = { executionArn, maxResults: 1000, includeExecutionData: true, nextToken };
    const page = await call<{ events: HistoryEvent[]; nextToken?: string }>('GetExecutionHistory', input);
    yield* page.events;
    ({ nextToken } = page);
  } while (nextToken !== undefined);
}

async function executionsOf(machine: string | undefined, call: Call, statusFilter?: string): Promise<ExecutionSummary[]> {
  const machines: string[] = [];
  if (machine?.startsWith('arn:')) machines.push(machine);
  else
    for await (const one of pagesOf<{ stateMachineArn: string; name: string; type: string }>(
      'ListStateMachines',
      'stateMachines',
      {},
      call,
    ))
      if (machine === undefined ? one.type === 'STANDARD' : one.name === machine) machines.push(one.stateMachineArn);
  if (machine !== undefined && machines.length === 0)
    throw new EmulatorError(EXECUTION_NOT_FOUND, `There is no state machine ${machine}.`, {
      hint: 'Without a name, `emulator executions list` shows those of all.',
    });
  const found: ExecutionSummary[] = [];
  for (const stateMachineArn of machines)
    for await (const one of pagesOf<ExecutionSummary>('ListExecutions', 'executions', { stateMachineArn, statusFilter }, call))
      found.push(one);
  return found;
}

/** The one execution with the name, or whose name ends with it, or of the state machine with that name. */
async function arnOf(name: string, call: Call): Promise<string> {
  const all = await executionsOf(undefined, call);
  const same = all.filter((one) => one.name === name);
  const similar = same.length > 0 ? same : all.filter((one) => one.name.endsWith(name));
  const found = similar.length > 0 ? similar : all.filter((one) => lastOf(one.stateMachineArn) === name);
  if (found.length === 1) return found[0]!.executionArn;
  const problem =
    found.length === 0
      ? `There is no execution ${name}.`
      : `${found.length} executions are called ${name}, or are of a state machine ${name}.`;
  const hint =
    found.length === 0 ? '`emulator executions list` shows those of the region.' : `Name one by its ARN: ${found[0]!.executionArn}`;
  throw new EmulatorError(EXECUTION_NOT_FOUND, problem, { hint });
}

async function* pagesOf<T>(operation: string, member: string, input: object, call: Call): AsyncGenerator<T> {
  let nextToken: string | undefined;
  do {
    const page = await call<{ nextToken?: string } & Record<string, T[]>>(operation, { ...input, nextToken });
    yield* page[member]!;
    ({ nextToken } = page);
  } while (nextToken !== undefined);
}

/** @throws EmulatorError NOT_RUNNING, EXECUTION_NOT_FOUND, EXECUTIONS_UNREADABLE */
function callTo(url: string, { region, from }: ChosenRegion): Call {
  return async <T>(operation: string, input: object): Promise<T> => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AWSStepFunctions.${operation}` };
    const answer = await cloudRequest(url, { service: 'states', region, headers, body: JSON.stringify(input), isLook: true });
    const body = (await answer.json()) as T & { __type?: string; message?: string };
    if (answer.ok) return body;
    const code = /(?:ExecutionDoesNotExist|StateMachineDoesNotExist)$/.test(body.__type ?? '')
      ? EXECUTION_NOT_FOUND
      : EXECUTIONS_UNREADABLE;
    throw new EmulatorError(code, `${operation} in ${region} (${from}): ${body.message ?? answer.status}`, {
      hint: '`emulator executions list` shows those of the region.',
    });
  };
}
