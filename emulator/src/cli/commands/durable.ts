// `emulator durable`: lists and shows durable executions, stops them, and answers their callbacks.
import { DurableApi, type DurableDescription, type DurableEvent, type DurableSummary } from '#cli/durable/durable-api';
import { endpoint } from '#cli/endpoint';
import { chosenLimit, chosenStatus } from '#cli/list-choice';
import { print } from '#cli/print';

interface Options {
  readonly endpoint?: string;
  readonly json?: boolean;
}

interface ListOptions extends Options {
  readonly status?: string;
  readonly limit: string;
}

interface ErrorOptions extends Options {
  readonly type?: string;
  readonly message?: string;
}

const STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'STOPPED'];
const MAX_TEXT = 100;

const apiAt = ({ endpoint: given }: Options): DurableApi => new DurableApi(endpoint(given));
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const functionOf = ({ FunctionArn }: DurableSummary): string => FunctionArn.split(':function:')[1]!;

export async function listDurable(functionName: string | undefined, options: ListOptions): Promise<void> {
  const [status, limit] = [chosenStatus(options.status, STATUSES, 'a durable execution'), chosenLimit(options.limit)];
  const api = apiAt(options);
  const found = await api.list(functionName, status);
  const executions = found.sort((a, b) => b.StartTimestamp - a.StartTimestamp).slice(0, limit);
  const { region, from } = api.chosen;
  if (options.json) return print(JSON.stringify({ region, executions }));
  if (executions.length === 0)
    return print(`There are no durable executions${functionName ? ` of ${functionName}` : ''} in ${region} (${from}).`);
  const width = Math.max(...executions.map((each) => functionOf(each).length));
  for (const each of executions)
    print(`${each.Status.padEnd(9)}  ${timeOf(each.StartTimestamp)}  ${functionOf(each).padEnd(width)}  ${each.DurableExecutionName}`);
}

/** Ends with 1 where the execution has failed. */
export async function showDurable(text: string, options: Options): Promise<void> {
  const api = apiAt(options);
  const arn = await api.arnOf(text);
  const [execution, events] = [await api.describe(arn), await api.history(arn)];
  if (execution.Status !== 'RUNNING' && execution.Status !== 'SUCCEEDED') process.exitCode = 1;
  if (options.json) return print(JSON.stringify({ ...execution, events }));
  print(`${functionOf(execution)}  ${execution.DurableExecutionName}\n  input  ${shortened(execution.InputPayload)}`);
  for (const event of events) print(`  ${timeOf(event.EventTimestamp)}  ${eventLine(event)}`);
  print(endLine(execution));
}

export async function stopDurable(text: string, options: ErrorOptions): Promise<void> {
  const api = apiAt(options);
  const arn = await api.arnOf(text);
  await api.stop(arn, errorOf(options));
  print(options.json ? JSON.stringify({ DurableExecutionArn: arn, Status: 'STOPPED' }) : `stopped ${arn}`);
}

export async function succeedCallback(id: string, result: string | undefined, options: Options): Promise<void> {
  await apiAt(options).answerCallback(id, 'succeed', result);
  print(options.json ? JSON.stringify({ CallbackId: id, Status: 'SUCCEEDED' }) : 'The callback has succeeded.');
}

export async function failCallback(id: string, options: ErrorOptions): Promise<void> {
  await apiAt(options).answerCallback(id, 'fail', JSON.stringify(errorOf(options)));
  print(options.json ? JSON.stringify({ CallbackId: id, Status: 'FAILED' }) : 'The callback has failed.');
}

const errorOf = ({ type, message }: ErrorOptions) => ({
  ...(type !== undefined && { ErrorType: type }),
  ...(message !== undefined && { ErrorMessage: message }),
});

/** `CallbackStarted approve  {"CallbackId":"…"}` */
function eventLine(event: DurableEvent): string {
  const details = JSON.stringify(event[`${event.EventType}Details`] ?? {});
  // The id of a callback is shown whole: it is what answers it.
  const told = event.EventType === 'CallbackStarted' ? details : shortened(details);
  return [event.EventType, event.Name ?? event.Id, told === '{}' ? undefined : told].filter(Boolean).join('  ');
}

function endLine({ Status, Result, Error: error }: DurableDescription): string {
  if (Result !== undefined) return `${Status}\n  result  ${shortened(Result)}`;
  return error === undefined ? Status : `${Status}\n  ${[error.ErrorType, error.ErrorMessage].filter(Boolean).join(': ')}`;
}

const shortened = (text = ''): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length.toLocaleString('en')} characters)` : text;
