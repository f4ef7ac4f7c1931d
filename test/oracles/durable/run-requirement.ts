// Runs a durable function as a requirement says, on a clock that stands still between its events, and compares what became of it.
import type { Event, Lambda } from '@aws-sdk/client-lambda';
import type { Emulator } from '#main';
import { type CallbackAction, differences, type Requirement } from './requirement.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
export const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');

/** Seconds within which callbacks begin that are to be answered. */
const MAX_SECONDS = 60;

interface Runner {
  readonly emulator: Emulator;
  readonly lambda: Lambda;
}

interface Execution {
  readonly status: string | undefined;
  readonly result: string | undefined;
  readonly events: readonly Event[];
}

/** `input`: what the function is given, where that is not the input of the requirement. */
export async function runRequirement(
  { emulator, lambda }: Runner,
  FunctionName: string,
  { Input, CallbackActions = [] }: Requirement,
  input: unknown = Input,
): Promise<Execution> {
  const Payload = input === undefined ? undefined : Buffer.from(JSON.stringify(input));
  const asked = { FunctionName: `${FunctionName}:$LATEST`, InvocationType: 'Event', ...(Payload && { Payload }) } as const;
  const { DurableExecutionArn } = await lambda.invoke(asked);
  const history = async () => (await lambda.getDurableExecutionHistory({ DurableExecutionArn, MaxItems: 1000 })).Events!;
  const hasHeartbeats = CallbackActions.some(({ Operation }) => Operation === 'heartbeat');
  const actions = hasHeartbeats ? [...CallbackActions] : [...CallbackActions].sort((a, b) => (a.Delay ?? 0) - (b.Delay ?? 0));
  const answered = new Set<string>();
  await emulator.idle();
  for (let second = 0, waited = 0; second < MAX_SECONDS && actions.length > 0; second++) {
    const [action] = actions as [CallbackAction];
    const callback = callbackOf(await history(), action, answered);
    if (callback && waited >= Math.min(action.Delay ?? 0, 1)) {
      actions.shift();
      if (action.Operation !== 'heartbeat') answered.add(callback.Id!);
      await act(lambda, action, callback.CallbackStartedDetails!.CallbackId!);
      await emulator.idle();
      waited = 0;
    } else {
      await emulator.clock.advance('1s');
      if (callback) waited++;
    }
  }
  await emulator.clock.advance('2h');
  const { Status, Result } = await lambda.getDurableExecution({ DurableExecutionArn });
  return { status: Status, result: Result, events: await history() };
}

const callbackOf = (events: readonly Event[], { CallbackName }: CallbackAction, answered: ReadonlySet<string>): Event | undefined =>
  events.find(
    ({ EventType, Name, Id }) => EventType === 'CallbackStarted' && (CallbackName === '*' ? !answered.has(Id!) : Name === CallbackName),
  );

async function act(lambda: Lambda, { Operation, Payload }: CallbackAction, CallbackId: string): Promise<void> {
  const given = Payload === undefined || Payload === null ? undefined : Buffer.from(JSON.stringify(Payload));
  if (Operation === 'heartbeat') await lambda.sendDurableExecutionCallbackHeartbeat({ CallbackId });
  else if (Operation === 'failure') await lambda.sendDurableExecutionCallbackFailure({ CallbackId, Error: Payload as object });
  else await lambda.sendDurableExecutionCallbackSuccess({ CallbackId, ...(given && { Result: given }) });
}

/** Each difference from the requirement. */
export function comparedWith(required: Requirement, { status, result, events }: Execution): string[] {
  const bound = new Map<string, unknown>();
  const byId = new Map(events.map((event) => [event.EventId, event]));
  const history = (required.ExpectedExecutionHistory ?? []).flatMap((event) =>
    byId.has(event.EventId) ? differences(event, byId.get(event.EventId), bound, `#${event.EventId}`) : [`#${event.EventId}: absent`],
  );
  const { ExecutionStatus, Result } = required.ExpectedResult ?? {};
  const ended = ExecutionStatus === undefined ? [] : differences(ExecutionStatus, status, bound, 'status');
  if (Result === undefined || Result === null) return [...ended, ...history];
  const asText = differences(Result, result, new Map(bound), 'result');
  const asValue = differences(Result, result === undefined ? undefined : parsed(result), new Map(bound), 'result');
  return [...ended, ...history, ...(asText.length === 0 ? [] : asValue)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
