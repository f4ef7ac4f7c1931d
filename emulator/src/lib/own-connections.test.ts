import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endsOf, OwnConnections } from './own-connections.ts';

let server: Server;
let connections: OwnConnections;
let accepted: Socket[];

beforeEach(async () => {
  accepted = [];
  server = createServer((socket) => accepted.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connections = new OwnConnections((server.address() as AddressInfo).port);
});
afterEach(() => {
  for (const socket of accepted) socket.destroy();
  server.close();
});

/** The accepted end, once it has received something. */
async function received(socket: Socket): Promise<Socket> {
  socket.write('x');
  if (accepted.length === 0) await once(server, 'connection');
  const end = accepted.at(-1)!;
  await once(end, 'data');
  return end;
}
const opened = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1');

it('are known with their first bytes, and until they end', async () => {
  const socket = opened();
  connections.note(socket, () => 'forwarded');
  const end = await received(socket);
  const ends = endsOf(end);
  expect(connections.useOf(end)).toBe('forwarded');
  socket.destroy();
  await once(end, 'close');
  expect(connections.useOf(ends)).toBe('forwarded');
  connections.forget(ends);
  expect(connections.useOf(ends)).toBeUndefined();
});

it('are told from those of others', async () => {
  const noted = opened();
  connections.note(noted, () => 'function');
  await received(noted);
  const other = opened();
  await once(server, 'connection');
  expect(connections.useOf(await received(other))).toBeUndefined();
});

it('lead to the port of the gateway', async () => {
  connections = new OwnConnections(1);
  const socket = opened();
  connections.note(socket, () => 'forwarded');
  expect(connections.useOf(await received(socket))).toBeUndefined();
});
