// `emulator debug`: attaches while the function is deployed, holds its time-out off, keeps web pages out, and leaves nothing behind.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { InspectorClient } from '../support/inspector-client.ts';
import { type Fixture, jsonOf, startFixture, zipOf } from './lambda/fixture.ts';

const CODE =
  'exports.handler = async (event) => {\n  const total = event.id * 2;\n  return [total, process.env.NODE_OPTIONS ?? "none"];\n};\n';

let fixture: Fixture;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'debug-'));
  mkdirSync(join(folder, '.vscode'));
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Session {
  readonly port: number;
  /** Resolves with the next line. */
  line(): Promise<Record<string, unknown>>;
  end(): Promise<number>;
}

async function debug(...words: string[]): Promise<Session> {
  const command = [...(await commandWords()), 'debug', '--json', '--port', '0', ...words];
  const env = { PATH: process.env['PATH'], HOME: folder, AWS_ENDPOINT_URL: fixture.emulator.url };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error(stderr);
    return JSON.parse(value as string) as Record<string, unknown>;
  };
  const { port } = await line();
  const end = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { port: port as number, line, end };
}

const invoke = async (FunctionName: string, event: object) => {
  const { Payload, FunctionError } = await fixture.lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) });
  return FunctionError ?? jsonOf(Payload);
};

it('stops at a breakpoint for longer than the time-out, and switches the debugger off at the end', async () => {
  await fixture.create('stepped', zipOf({ 'index.js': CODE }), {
    Timeout: 3,
    Environment: { Variables: { NODE_OPTIONS: '--no-warnings' } },
  });
  const before = await fixture.lambda.getFunctionConfiguration({ FunctionName: 'stepped' });
  const session = await debug('stepped', '--code', folder);
  expect(await session.line()).toMatchObject({ type: 'listening' });
  const debuggerClient = await InspectorClient.attach(session.port);
  expect(await session.line()).toMatchObject({ type: 'attached' });
  await debuggerClient.send('Runtime.enable');
  await debuggerClient.send('Debugger.enable');
  await debuggerClient.send('Debugger.setBreakpointByUrl', { lineNumber: 2, urlRegex: '.*/index\\.js' });
  const invoked = invoke('stepped', { id: 4 });
  const paused = await debuggerClient.event('Debugger.paused');
  const [frame] = paused['callFrames'] as { callFrameId: string }[];
  const { callFrameId } = frame!;
  expect(await debuggerClient.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'total' })).toMatchObject({
    result: { value: 8 },
  });
  const expression = 'for (const end = Date.now() + 3500; Date.now() < end; );';
  await debuggerClient.send('Debugger.evaluateOnCallFrame', { callFrameId, expression });
  await debuggerClient.send('Debugger.resume');
  expect(await invoked).toEqual([8, '--no-warnings --inspect=127.0.0.1:0']);
  debuggerClient.close();
  expect(await session.end()).toBe(0);
  expect(await invoke('stepped', { id: 5 })).toEqual([10, '--no-warnings']);
  expect(await fixture.lambda.getFunctionConfiguration({ FunctionName: 'stepped' })).toMatchObject({
    RevisionId: before.RevisionId,
    LastModified: before.LastModified,
    Environment: before.Environment,
  });
});

it('keeps web pages away from the inspector', async () => {
  await fixture.create('guarded', zipOf({ 'index.js': CODE }));
  const session = await debug('guarded', '--no-launch');
  await session.line();
  const list = (headers: Record<string, string>) =>
    new Promise<number | string>((resolve) => {
      request({ port: session.port, host: '127.0.0.1', path: '/json/list', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? ''))
        .end();
    });
  expect(await list({ host: `127.0.0.1:${session.port}` })).toBe(200);
  expect(await list({ host: 'rebound.example' })).toBe(400);
  expect(await list({ host: `127.0.0.1:${session.port}`, origin: 'https://evil.example' })).toBe('ECONNRESET');
  expect(await list({ host: `127.0.0.1:${session.port}`, origin: 'null' })).toBe('ECONNRESET');
  await session.end();
  const closed = await new Promise((resolve) =>
    connect(session.port, '127.0.0.1')
      .once('connect', () => resolve('open'))
      .once('error', () => resolve('closed')),
  );
  expect(closed).toBe('closed');
});

it('adds its entry to launch.json, and keeps comments and entries of others', async () => {
  const file = join(folder, '.vscode/launch.json');
  writeFileSync(file, '{\n  // our own\n  "configurations": [\n    { "name": "App", "type": "node" }, // first\n  ],\n}\n');
  await fixture.create('listed', zipOf({ 'index.js': CODE }));
  const first = await debug('listed');
  await first.end();
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^\{\n {2}\/\/ our own\n[\s\S]*"App"[\s\S]*\/\/ first/);
  expect(text).toContain('"name": "emulator: listed"');
  expect(text).toContain(`"port": ${first.port}`);
});

it('opens debugpy where the function has it, and holds the time-out off while somebody is attached', async () => {
  // Stands in for the package: listens, and tells when somebody has connected.
  const debugpy = `
import socket
server = socket.socket()
def listen(at):
    server.bind(at)
    server.listen()
    return server.getsockname()
def wait_for_client():
    global client
    client = server.accept()[0]
    while b"initialize" not in client.recv(100): client = server.accept()[0]
`;
  const app = 'import time\ndef handler(event, context):\n    time.sleep(event["sleep"])\n    return "slept"\n';
  await fixture.create('snake', zipOf({ 'app.py': app, 'debugpy.py': debugpy }), {
    Runtime: 'python3.12',
    Handler: 'app.handler',
    Timeout: 1,
  });
  const session = await debug('snake', '--no-launch');
  expect(await session.line()).toMatchObject({ type: 'listening' });
  const page = await fetch(`http://127.0.0.1:${session.port}/`, { method: 'POST', body: '{"command":"initialize"}' }).catch(
    () => 'refused',
  );
  expect(page).toBe('refused');
  const client = connect(session.port, '127.0.0.1').on('error', () => undefined);
  client.write('Content-Length: 28\r\n\r\n{"command":"initialize"}    ');
  expect(await session.line()).toMatchObject({ type: 'attached' });
  expect(await invoke('snake', { sleep: 1.5 })).toBe('slept');
  client.destroy();
  await session.end();
  expect(await invoke('snake', { sleep: 1.5 })).toBe('Unhandled');
});

it('says so where there is no debugger', async () => {
  const app = 'def handler(event, context):\n    return 1\n';
  await fixture.create('bare', zipOf({ 'app.py': app }), { Runtime: 'python3.12', Handler: 'app.handler' });
  await expect(debug('bare', '--no-launch').then((session) => session.line().then(() => session.line()))).rejects.toThrow(
    'DEBUGGER_MISSING',
  );
  await fixture.create('native', zipOf({ bootstrap: '#!/bin/sh\n' }), { Runtime: 'provided.al2023', Handler: 'x' });
  await expect(debug('native', '--no-launch')).rejects.toThrow(
    'DEBUG_REFUSED: native cannot be debugged: A debugger is opened for Node.js and Python only',
  );
  const one = await debug('stepped', '--no-launch');
  await expect(debug('stepped', '--no-launch')).rejects.toThrow('A debugger is open for this function already.');
  await one.end();
});
