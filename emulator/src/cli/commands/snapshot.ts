// `emulator snapshot save | restore | list | diff | delete`: the whole state under names, in the data directory of the emulator.

import pc from 'picocolors';
import { ask, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';
import { STATE_NAME_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { STATE_FILE_DAMAGED, STATE_FILE_MISSING } from '#store/messages';

interface SnapshotOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
}

interface SavedState {
  readonly name: string;
  readonly file: string;
  readonly sizeBytes: number;
  readonly savedAtMs: number;
}

interface Differences {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly differences: readonly {
    readonly change: 'added' | 'removed' | 'changed';
    readonly collection: string;
    readonly account: string;
    readonly region: string;
    readonly key: readonly (string | number)[];
  }[];
}

const SIGNS = { added: pc.green('+'), removed: pc.red('-'), changed: pc.yellow('~') } as const;
const ERRORS = [STATE_FILE_MISSING, STATE_FILE_DAMAGED, STATE_NAME_INVALID];

/** @throws EmulatorError STATE_NAME_INVALID, NOT_RUNNING */
export async function saveSnapshot(name: string, options: SnapshotOptions): Promise<void> {
  const answer = await send<{ file: string }>('POST', '/save', options, { name });
  print(options.json ? JSON.stringify(answer) : `Saved ${name} to ${answer.file}.`);
}

/** @throws EmulatorError STATE_FILE_MISSING, STATE_FILE_DAMAGED */
export async function restoreSnapshot(name: string, options: SnapshotOptions): Promise<void> {
  const answer = await send<{ file: string }>('POST', '/load', options, { name });
  print(options.json ? JSON.stringify(answer) : `The state is that of ${name}.`);
}

export async function listSnapshots(options: SnapshotOptions): Promise<void> {
  const answer = await send<{ states: SavedState[] }>('GET', '', options);
  if (options.json) return print(JSON.stringify(answer));
  if (answer.states.length === 0) print('No state is saved: `emulator snapshot save <name>` saves one.');
  const width = Math.max(...answer.states.map(({ name }) => name.length));
  for (const { name, sizeBytes, savedAtMs } of answer.states)
    print(`${name.padEnd(width)}  ${pc.dim(new Date(savedAtMs).toISOString())}  ${sizeBytes.toLocaleString('en')} bytes`);
}

/** @throws EmulatorError STATE_FILE_MISSING, STATE_FILE_DAMAGED */
export async function diffSnapshots(from: string, to: string | undefined, options: SnapshotOptions): Promise<void> {
  const query = new URLSearchParams({ from, ...(to !== undefined && { to }) });
  const answer = await send<Differences>('GET', `/diff?${query}`, options);
  if (options.json) return print(JSON.stringify(answer));
  const { added, removed, changed, differences } = answer;
  for (const { change, collection, account, region, key } of differences)
    print(`${SIGNS[change]} ${collection} ${key.map((part) => JSON.stringify(part)).join(' ')} ${pc.dim(`${account} ${region}`.trim())}`);
  const left = added + removed + changed - differences.length;
  if (left > 0) print(`… and ${left} more.`);
  print(`${added} added, ${removed} removed, ${changed} changed.`);
}

/** @throws EmulatorError STATE_FILE_MISSING */
export async function deleteSnapshot(name: string, options: SnapshotOptions): Promise<void> {
  const answer = await send<{ file: string }>('DELETE', `/${encodeURIComponent(name)}`, options);
  print(options.json ? JSON.stringify(answer) : `Removed ${name}.`);
}

async function send<T>(method: string, path: string, options: SnapshotOptions, body?: object): Promise<T> {
  const answer = await ask(`${endpoint(options.endpoint)}/_emulator/state${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const value = (await answer.json()) as T & { code?: string; message?: string; hint?: string };
  if (answer.ok) return value;
  const code = ERRORS.find((one) => one.code === value.code) ?? STATE_NAME_INVALID;
  throw new EmulatorError(code, value.message ?? String(answer.status), { hint: value.hint });
}
