// Opens a debugger in the processes of a function for as long as its events are read.
import { cloudRequest } from '#cli/cloud-request';
import type { LocatedFunction } from '#cli/locate-function';
import { linesOf } from '#cli/log-stream';
import { DEBUG_REFUSED } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import type { DebugEvent } from '#services/lambda/execution/debug-sessions';

/** Resolves once the debugger is switched on. @throws EmulatorError DEBUG_REFUSED, NOT_RUNNING */
export async function openDebugger({ name, qualifier, scope }: LocatedFunction, signal: AbortSignal): Promise<AsyncGenerator<DebugEvent>> {
  const { url, region, account } = scope;
  const query = new URLSearchParams({ function: name, region, ...(qualifier === undefined ? {} : { qualifier }) });
  if (account !== undefined) query.set('account', account);
  const answer = await cloudRequest(url, { service: 'lambda', region, account, path: `/_cloud/function/debug?${query}`, signal });
  if (answer.ok) return events(answer);
  const text = await answer.text();
  throw new EmulatorError(DEBUG_REFUSED, `${name} cannot be debugged: ${messageIn(text)}`, {
    hint: '`emulator docs debugging` shows further ways, for Java and for containers as well.',
  });
}

async function* events(answer: Response): AsyncGenerator<DebugEvent> {
  for await (const line of linesOf(answer)) yield JSON.parse(line) as DebugEvent;
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
