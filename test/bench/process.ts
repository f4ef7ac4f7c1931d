// Processes to measure: the built emulator and floors, with their CPU time and memory as the system counts them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../emulator/dist/cli.js', import.meta.url));

export interface Measured {
  readonly url: string;
  readonly pid: number;
  /** CPU time so far of all threads, user and system, milliseconds. */
  cpuMs(): number;
  rssBytes(): number;
  stop(): Promise<void>;
}

/** A process that listens there. */
export const of = (child: ChildProcess, url: string): Measured => ({
  url,
  pid: child.pid!,
  cpuMs: () => {
    const tasks = readdirSync(`/proc/${child.pid}/task`);
    return (
      tasks.reduce((sum, task) => sum + Number(readFileSync(`/proc/${child.pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6
    );
  },
  rssBytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
  stop: async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  },
});

/** Reads its output until the pattern is found, and returns the pattern's first group. */
export async function started(output: Readable, ready: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const found = ready.exec(text);
    if (found) return found[1] ?? '';
  }
  throw new Error(`it ended before it was ready: ${text}`);
}

/** The built emulator on a free port, quiet. */
export async function startBuilt(environment: Record<string, string> = {}, log: 'inherit' | 'ignore' = 'inherit'): Promise<Measured> {
  const child = spawn(process.execPath, [CLI, 'start', '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', log],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  });
  const url = await started(child.stdout!, /gateway: (\S+)[\s\S]*Ready\./);
  child.stdout!.resume();
  return of(child, url);
}

/** A script that prints `listening <port>`. */
export async function startFloor(script: string): Promise<Measured> {
  const child = spawn(process.execPath, ['--input-type=module', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  // An argument may not have more than 128 KB.
  child.stdin.end(script);
  const port = await started(child.stdout!, /listening (\d+)/);
  return of(child, `http://127.0.0.1:${port}`);
}

/** Answers every request with these bytes, after its body was read. */
export const rawServer = (body: string): string => `
  import http from 'node:http';
  const body = ${JSON.stringify(body)};
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log('listening ' + server.address().port));`;
