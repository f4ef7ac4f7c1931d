// Requests of commands to the log service: groups of functions, their events so far, and events as they come.
import { jsonRequest } from '#cli/cloud-request';
import { events } from '#cli/event-frames';
import type { FunctionScope } from '#cli/functions';
import { LOGS_REFUSED } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';

export interface LogEvent {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly message: string;
  readonly logStreamName: string;
}

export interface TailEvent extends LogEvent {
  /** The name of the group. */
  readonly group: string;
}

/** Groups in one live tail at most. */
export const MAX_TAIL_GROUPS = 10;

export async function findLogGroup(group: string, scope: FunctionScope): Promise<{ readonly arn: string } | undefined> {
  const { logGroups = [] } = await jsonAnswer<{ logGroups?: { logGroupArn?: string; logGroupName: string }[] }>(
    'DescribeLogGroups',
    { logGroupNamePrefix: group },
    scope,
  );
  const arn = logGroups.find(({ logGroupName }) => logGroupName === group)?.logGroupArn;
  return arn === undefined ? undefined : { arn };
}

/** `startTime`: milliseconds since 1970. */
export async function earlierEvents(group: string, startTime: number | undefined, scope: FunctionScope): Promise<LogEvent[]> {
  const found: LogEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page: { events?: LogEvent[]; nextToken?: string } = await jsonAnswer(
      'FilterLogEvents',
      { logGroupName: group, startTime, nextToken },
      scope,
    );
    found.push(...(page.events ?? []));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return found;
}

/** Resolves once no further event can be missed. */
export async function openTail(arns: readonly string[], scope: FunctionScope): Promise<AsyncGenerator<TailEvent>> {
  const answer = await request('StartLiveTail', { logGroupIdentifiers: arns }, scope);
  if (!answer.ok) throw refused('StartLiveTail', (await answer.json()) as Problem);
  return tailEvents(answer.body as unknown as AsyncIterable<Uint8Array>);
}

interface SessionUpdate {
  readonly sessionResults?: readonly (LogEvent & { readonly logGroupIdentifier?: string })[];
}

async function* tailEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TailEvent> {
  for await (const { type, body } of events(stream)) {
    if (type !== 'sessionUpdate') continue;
    for (const { logGroupIdentifier = '', timestamp, message, logStreamName } of (body as SessionUpdate).sessionResults ?? [])
      yield { timestamp, message, logStreamName, group: logGroupIdentifier.replace(/^.*:log-group:|^\d{12}:/, '').replace(/:\*$/, '') };
  }
}

interface Problem {
  readonly __type?: string;
  readonly message?: string;
}

/** The answer of an operation of the log service. @throws EmulatorError LOGS_REFUSED */
export async function jsonAnswer<T>(operation: string, input: object, scope: FunctionScope): Promise<T> {
  const answer = await request(operation, input, scope);
  const body = (await answer.json()) as T & Problem;
  if (answer.ok) return body;
  throw refused(operation, body);
}

const refused = (operation: string, { __type, message }: Problem): EmulatorError =>
  new EmulatorError(LOGS_REFUSED, `${operation}: ${__type}: ${message}`, { hint: '`emulator status` tells whether the emulator works.' });

const request = (operation: string, input: object, { url, region, account }: FunctionScope): Promise<Response> =>
  jsonRequest(url, `Logs_20140328.${operation}`, input, { service: 'logs', region, account, isLook: true });
