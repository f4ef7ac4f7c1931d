// `emulator stub`: answers for operations that are not emulated.
import { readFileSync } from 'node:fs';
import pc from 'picocolors';
import { ask, askEmulator, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';
import { STUB_INVALID } from '#core/messages';
import type { UnsupportedOperation } from '#core/problems/unsupported';
import type { Stub } from '#core/stubs/stub-answers';
import { readStubs } from '#core/stubs/stubs-file';
import { EmulatorError } from '#lib/emulator-error';

interface Where {
  readonly endpoint?: string;
  readonly json?: boolean;
}

export interface Stubs {
  readonly stubs: readonly Stub[];
  readonly unsupported: readonly UnsupportedOperation[];
}

/** Without an answer, `call` names a file of stubs. @throws EmulatorError STUB_INVALID, NOT_RUNNING */
export async function addStub(call: string, answer: string | undefined, { endpoint: given, json }: Where): Promise<void> {
  const requests = answer === undefined ? readStubs(call) : [{ call, answer: documentIn(answer) }];
  const added: Stub[] = [];
  for (const request of requests) added.push(await send<Stub>('POST', '', given, request));
  if (json) return print(JSON.stringify({ stubs: added }));
  for (const stub of added) print(`${pc.green('✓')} ${stub.call} is answered from now on.`);
}

export async function listStubs({ endpoint: given, json }: Where): Promise<void> {
  const answer = await stubsAt(endpoint(given));
  if (json) return print(JSON.stringify(answer));
  for (const { call, answered } of answer.stubs) print(`${call} is answered by a stub${pc.dim(`, ${times(answered)} so far`)}`);
  for (const line of unsupportedLines(answer)) print(line);
  if (answer.stubs.length + answer.unsupported.length === 0) print('There are no stubs, and nothing was called in vain.');
}

/** @throws EmulatorError STUB_MISSING */
export async function removeStub(call: string | undefined, { endpoint: given, json }: Where): Promise<void> {
  const query = call === undefined ? '' : `?${new URLSearchParams({ call }).toString()}`;
  const answer = await send<Pick<Stubs, 'stubs'>>('DELETE', query, given);
  if (json) return print(JSON.stringify(answer));
  for (const { call } of answer.stubs) print(`${call} is no longer answered.`);
  if (answer.stubs.length === 0) print('There are no stubs.');
}

export const stubsAt = async (url: string): Promise<Stubs> => (await (await askEmulator(`${url}/_emulator/stubs`)).json()) as Stubs;

/** The operations that were called in vain and that no stub answers by now. */
export function unsupportedLines({ stubs, unsupported }: Stubs): string[] {
  const answered = new Set(stubs.map(({ call }) => call));
  return unsupported
    .filter(({ call }) => !answered.has(call))
    .map(({ call, calls, callers }) => `${pc.yellow(call)} is not emulated: called ${times(calls)} ${pc.dim(callers.join(', '))}`);
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** A file, `-` for the standard input, or the document itself. @throws EmulatorError STUB_INVALID */
function documentIn(answer: string): unknown {
  try {
    return JSON.parse(answer.trimStart().startsWith('{') ? answer : readFileSync(answer === '-' ? 0 : answer, 'utf8'));
  } catch (cause) {
    throw new EmulatorError(STUB_INVALID, `The answer ${answer} cannot be read: ${(cause as Error).message}`, {
      hint: 'Name a file with the answer as JSON, or write it: \'{"Labels": []}\'.',
      cause,
    });
  }
}

async function send<T>(method: string, query: string, given: string | undefined, body?: object): Promise<T> {
  const answer = await ask(`${endpoint(given)}/_emulator/stubs${query}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const value = (await answer.json()) as T & { code?: string; message?: string; hint?: string };
  if (answer.ok) return value;
  throw new EmulatorError({ ...STUB_INVALID, code: value.code ?? STUB_INVALID.code }, value.message ?? String(answer.status), {
    hint: value.hint,
  });
}
