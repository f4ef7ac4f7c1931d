// Functions that wait for a debugger: no time limit holds, the clock says what it waits for, and an end of the emulator ends the wait.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { untilTrue } from '../../support/until-passes.ts';
import { jsonOf, startFixture } from './fixture.ts';

const WAITS = { Timeout: 1, Environment: { Variables: { NODE_OPTIONS: '--inspect-brk=127.0.0.1:0' } } };

const moveClock = async (url: string) => {
  const answer = await fetch(`${url}/_emulator/clock`, { method: 'POST', body: '{"advance":"10m"}' });
  return { status: answer.status, body: (await answer.json()) as { code?: string; message?: string } };
};

/** One unfragmented text frame, with a mask of zeros. */
function frame(method: string): Buffer {
  const text = Buffer.from(JSON.stringify({ id: 1, method }));
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}

/** A debugger that lets the program run. A process that is asked to run before it waits would wait for ever. */
async function attach(address: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  const key = randomBytes(16).toString('base64');
  const head = [`GET ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Connection: Upgrade', 'Upgrade: websocket'];
  socket.write([...head, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, '', ''].join('\r\n'));
  await once(socket, 'data');
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (!heard.includes('NodeRuntime.waitingForDebugger')) return;
    heard = '';
    socket.write(frame('Runtime.runIfWaitingForDebugger'));
  });
  socket.write(frame('NodeRuntime.enable'));
  return socket;
}

/** Until the function is invoked, a move of the clock waits for nothing. */
const untilHeld = ({ lines }: { readonly lines: readonly string[] }, name: string): Promise<void> =>
  untilTrue(() => lines.some((line) => line.includes(`${name}: waits for a debugger`)));

it('answers a move of the clock with what it waits for, and lifts the time limit of the function that is debugged', async () => {
  const { emulator, lambda, create } = await startFixture();
  try {
    await create('stepped', 'await new Promise((done) => setTimeout(done, 1500)); return "stepped through";', WAITS);
    const invoked = lambda.send(new InvokeCommand({ FunctionName: 'stepped' }));
    await untilHeld(emulator, 'stepped');
    const { status, body } = await moveClock(emulator.url);
    expect([status, body.code]).toEqual([409, 'CLOCK_WAITS']);
    const [, address = ''] = /The function stepped waits for a debugger at (ws:\S+)\./.exec(body.message ?? '') ?? [];
    expect(emulator.lines).toContainEqual(expect.stringMatching(/^warn \S+ stepped: waits for a debugger at ws:\S+: no time limit holds/));
    const socket = await attach(address);
    const { Payload, FunctionError } = await invoked;
    expect([FunctionError, jsonOf(Payload)]).toEqual([undefined, 'stepped through']);
    expect(emulator.lines).toContainEqual(expect.stringContaining('stepped: a debugger is attached'));
    expect((await moveClock(emulator.url)).status).toBe(200);
    socket.destroy();
  } finally {
    await emulator.stop();
  }
});

it('ends while a function waits for a debugger', async () => {
  const { emulator, lambda, create } = await startFixture();
  await create('waiting', 'return 1;', WAITS);
  const invoked = lambda.send(new InvokeCommand({ FunctionName: 'waiting' })).then(
    () => 'answered',
    () => 'ended',
  );
  await untilHeld(emulator, 'waiting');
  expect((await moveClock(emulator.url)).status).toBe(409);
  await emulator.stop();
  expect(await invoked).toMatch(/answered|ended/);
});

it('keeps the time limit of a function that a debugger may attach to, until one does', async () => {
  const { emulator, lambda, create } = await startFixture();
  await create('open', 'await new Promise(() => setInterval(() => {}, 1000));', {
    ...WAITS,
    Environment: { Variables: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } },
  });
  const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName: 'open' }));
  expect([FunctionError, jsonOf<{ errorType: string }>(Payload).errorType]).toEqual(['Unhandled', 'Sandbox.Timedout']);
  await emulator.stop();
});
