// `emulator fault add | list | clear`: calls that are made to fail or to wait.

import pc from 'picocolors';
import { ask, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';
import { FAULT_INVALID } from '#core/messages';
import { FAULT_MISSING } from '#gateway/messages';
import { durationMs } from '#lib/duration';
import { EmulatorError } from '#lib/emulator-error';

interface Where {
  readonly endpoint?: string;
  readonly json?: boolean;
}
interface AddOptions extends Where {
  readonly error?: string;
  readonly message?: string;
  readonly status?: string;
  readonly delay?: string;
  readonly resource?: string;
  readonly rate?: string;
  readonly times?: string;
}
interface Fault {
  readonly id: string;
  readonly service: string;
  readonly operation?: string;
  readonly resource?: string;
  readonly error?: string;
  readonly status?: number;
  readonly delayMs?: number;
  readonly rate?: number;
  readonly times?: number;
  readonly met: number;
}

/** @throws EmulatorError FAULT_INVALID, NOT_RUNNING */
export async function addFault(calls: string, options: AddOptions): Promise<void> {
  const [service, operation] = calls.split('.');
  const { error, message, resource, delay, endpoint: given, json } = options;
  const numbers = Object.fromEntries(
    (['status', 'rate', 'times'] as const).flatMap((name) => (options[name] === undefined ? [] : [[name, numberIn(options[name], name)]])),
  );
  const fault = { service, operation, error, message, resource, ...numbers, ...(delay !== undefined && { delayMs: delayMs(delay) }) };
  const added = await send<Fault>('POST', '', given, fault);
  print(json ? JSON.stringify(added) : lineOf(added));
}

export async function listFaults({ endpoint: given, json }: Where): Promise<void> {
  const answer = await send<{ faults: Fault[] }>('GET', '', given);
  if (json) return print(JSON.stringify(answer));
  if (answer.faults.length === 0) print('There are no faults.');
  for (const fault of answer.faults) print(`${lineOf(fault)}${pc.dim(`, ${fault.met === 1 ? 'one call' : `${fault.met} calls`} so far`)}`);
}

/** @throws EmulatorError FAULT_MISSING */
export async function clearFaults(id: string | undefined, { endpoint: given, json }: Where): Promise<void> {
  const answer = await send<object>('DELETE', id === undefined ? '' : `/${encodeURIComponent(id)}`, given);
  const ended = id === undefined ? (answer as { faults: Fault[] }).faults : [answer as Fault];
  if (json) return print(JSON.stringify({ faults: ended }));
  print(ended.length === 1 ? `${ended[0]!.id} has ended.` : `${ended.length} faults have ended.`);
}

async function send<T>(method: string, path: string, given: string | undefined, body?: object): Promise<T> {
  const answer = await ask(`${endpoint(given)}/_emulator/faults${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const value = (await answer.json()) as T & { code?: string; message?: string; hint?: string };
  if (answer.ok) return value;
  throw new EmulatorError(value.code === FAULT_MISSING.code ? FAULT_MISSING : FAULT_INVALID, value.message ?? String(answer.status), {
    hint: value.hint,
  });
}

function lineOf({ id, service, operation, resource, error, status, delayMs: wait, rate, times }: Fault): string {
  const calls = `${service}${operation === undefined ? '' : `.${operation}`}${resource === undefined ? '' : ` ${resource}`}`;
  const share = rate === undefined || rate === 1 ? '' : ` ${Math.round(rate * 1000) / 10} % of`;
  const effects = [
    ...(wait === undefined ? [] : [`wait ${wait} ms`]),
    ...(error === undefined ? [] : [`${pc.red(error)}${status === undefined ? '' : ` (${status})`}`]),
  ];
  return `${id}:${share} ${calls} → ${effects.join(', then ')}${times === undefined ? '' : `, ${times} times`}`;
}

function numberIn(text: string, option: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw new EmulatorError(FAULT_INVALID, `--${option} ${text} is not a number.`, { hint: 'Write --rate 0.5 --times 3 --status 503.' });
}

function delayMs(text: string): number {
  try {
    return durationMs(text);
  } catch {
    throw new EmulatorError(FAULT_INVALID, `--delay ${text} is not a duration.`, { hint: 'Write it as 200ms, 2s or 1m.' });
  }
}
