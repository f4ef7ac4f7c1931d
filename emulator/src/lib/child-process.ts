// Starts other programs so that they inherit the descriptors meant for them and no others. Node.js marks its own descriptors close-on-exec,
// but libraries need not: lmdb opens the file of all records without that mark, and JavaScript has no way to set it.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** The flag that `fdinfo` shows for a descriptor that is closed on exec. */
const O_CLOEXEC = 0o2000000;
const FD_INFO = '/proc/self/fdinfo';
const MAX_OUTPUT_BYTES = 16 << 20;
/** Ten seconds in all. */
const BUSY_TRIES = 50;
const BUSY_PAUSE_MS = 200;

/** Descriptors from 3 on that a child would inherit. None outside Linux: macOS passes on only the descriptors that are asked for. */
export function inheritedDescriptors(): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(FD_INFO)
    .map(Number)
    .filter((fd) => fd > 2 && isInherited(fd));
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`${FD_INFO}/${fd}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The descriptor through which the folder itself was read.
    return false;
  }
}

export type StartedProgram = ChildProcess;
type Stdio = ('ignore' | 'inherit' | 'pipe' | 'ipc')[];

/** Like `spawn`, except that the child gets /dev/null in place of every other descriptor that it would inherit. */
export function startProgram(
  command: string,
  args: readonly string[],
  { stdio, ...options }: Omit<SpawnOptions, 'stdio'> & { readonly stdio: Stdio },
): StartedProgram {
  const inherited = inheritedDescriptors().filter((fd) => fd >= stdio.length);
  if (inherited.length === 0) return spawn(command, args, { ...options, stdio });
  const nothing = openSync('/dev/null', 'r+');
  try {
    const all: (Stdio[number] | number)[] = [...stdio];
    while (all.length <= Math.max(...inherited)) all.push('ignore');
    for (const fd of inherited) all[fd] = nothing;
    return spawn(command, args, { ...options, stdio: all });
  } finally {
    closeSync(nothing);
  }
}

interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end and returns what it wrote. A program that was written a moment ago is tried again while another process has it open
 * for writing (ETXTBSY, https://github.com/golang/go/issues/22315).
 * @throws an error with `stderr` where it fails or writes more than 16 MB
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Promise<CommandOutput> {
  for (let triesLeft = BUSY_TRIES; ; triesLeft--) {
    try {
      return await runOnce(command, args, options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ETXTBSY' || triesLeft === 0) throw error;
      await setTimeout(BUSY_PAUSE_MS);
    }
  }
}

async function runOnce(command: string, args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env'>): Promise<CommandOutput> {
  const child = startProgram(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const tooMuch = () => child.kill('SIGKILL');
  const stdout = textOf(child.stdout as Readable, tooMuch);
  const stderr = textOf(child.stderr as Readable, tooMuch);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  const output = { stdout: stdout(), stderr: stderr() };
  if (code === 0) return output;
  const message = `Command failed: ${[command, ...args].join(' ')} (${signal ?? `exit code ${code}`})\n${output.stderr}`;
  throw Object.assign(new Error(message), output);
}

function textOf(stream: Readable, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT_BYTES) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString();
}
