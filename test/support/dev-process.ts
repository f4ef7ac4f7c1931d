// `emulator dev` as a process of its own, in a folder of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { commandWords } from './command.ts';
import { GO_VARIABLES } from './go-programs.ts';

/** One document that it printed. */
export interface DevLine {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface DevProcess extends AsyncDisposable {
  readonly folder: string;
  readonly url: string;
  write(files: Readonly<Record<string, string>>): void;
  /** Resolves with the next line of that type. */
  next(type: string): Promise<DevLine>;
  /** Interrupts it; resolves with its exit code, the lines that came since, and the temporary files and emulators that it left behind. */
  end(): Promise<{ code: number | null; rest: DevLine[]; left: string[] }>;
}

/** Starts it in a folder `shop` with these files. `words` follow the command; `environment` is added to a bare one (`home` is the folder above); `prepare` does what else the folder needs. */
export async function startDev(
  files: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  environment: (home: string) => Readonly<Record<string, string>> = () => ({}),
  prepare: (folder: string) => void = () => {},
): Promise<DevProcess> {
  const home = mkdtempSync(join(tmpdir(), 'dev-'));
  const folder = join(home, 'shop');
  const write = (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  write(files);
  prepare(folder);
  const url = `http://127.0.0.1:${await freePort()}`;
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  const command = [...(await commandWords()), 'dev', '--json', '--endpoint', url, ...words];
  const env = { ...GO_VARIABLES, PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, ...environment(home) };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<DevLine | undefined> => {
    const { done, value } = await lines.next();
    return done ? undefined : (JSON.parse(value as string) as DevLine);
  };
  const next = async (type: string): Promise<DevLine> => {
    for (let line = await read(); line; line = await read()) {
      if (line.type === type) return line;
      if (line.type === 'failed' && type !== 'failed') throw new Error(`${String(line['text'])} ${stderr}`);
    }
    throw new Error(`ended before ${type}: ${stderr}`);
  };
  const end = async () => {
    child.kill('SIGINT');
    const rest: DevLine[] = [];
    for (let line = await read(); line; line = await read()) rest.push(line);
    const code = await exited;
    const isListening = await fetch(`${url}/_emulator/health`).then(
      () => true,
      () => false,
    );
    return { code, rest, left: [...readdirSync(temporary), ...(isListening ? ['an emulator'] : [])] };
  };
  const dispose = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(home, { recursive: true, force: true });
  };
  return { folder, url, write, next, end, [Symbol.asyncDispose]: dispose };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
