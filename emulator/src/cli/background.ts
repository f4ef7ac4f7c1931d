// Starts an emulator that keeps running after the command that needed it has ended.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmulatorError } from '#lib/emulator-error';
import { assertEmulator } from './endpoint.ts';
import { NOT_RUNNING, START_FAILED } from './messages.ts';

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 50;
const LAST_CHARACTERS = 2000;
/** The output of `emulator start`: its address, and that it is ready. */
const READY = /gateway: (\S+)[\s\S]*^Ready\.$/m;
const HERE = ['127.0.0.1', 'localhost', '[::1]'];

export const isThisMachine = ({ hostname }: URL): boolean => HERE.includes(hostname);

export interface Started {
  /** `http://127.0.0.1:4566` */
  readonly url: string;
  readonly pid: number;
  /** The file that receives its output. */
  readonly log: string;
}

/** Undefined when an emulator runs there already. Resolves when the new one is ready. */
export async function startUnlessRunning(url: string): Promise<Started | undefined> {
  if (await answers(url)) return undefined;
  const { port, protocol } = new URL(url);
  if (!isThisMachine(new URL(url)))
    throw new EmulatorError(NOT_RUNNING, `Nothing answers at ${new URL(url).origin}.`, {
      hint: 'Only on this machine (127.0.0.1) is one started for you: start it there, or name another place with --endpoint.',
    });
  return startInBackground(port || (protocol === 'https:' ? '443' : '80'));
}

/** @throws EmulatorError NOT_RUNNING where something else answers */
async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/_emulator/health`).catch(() => undefined);
  if (answer) await assertEmulator(answer);
  return answer !== undefined;
}

/** Resolves when it is ready; `0` takes a free port. @throws EmulatorError START_FAILED */
export async function startInBackground(port: string): Promise<Started> {
  const log = join(mkdtempSync(join(tmpdir(), 'cloud-emulator-')), 'emulator.log');
  const out = openSync(log, 'a');
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'start', '--port', port], {
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const untilMs = performance.now() + WAIT_MS;
  while (!ended && performance.now() < untilMs) {
    const [, url] = READY.exec(readFileSync(log, 'utf8')) ?? [];
    if (url !== undefined) {
      child.unref();
      return { url, pid: child.pid!, log };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  child.kill();
  throw new EmulatorError(START_FAILED, `An emulator was started at port ${port} and did not become ready.`, {
    hint: `It printed: ${readFileSync(log, 'utf8').slice(-LAST_CHARACTERS)}`,
  });
}
