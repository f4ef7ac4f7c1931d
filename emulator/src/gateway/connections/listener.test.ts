import { once } from 'node:events';
import net from 'node:net';
import { expect, it } from 'vitest';
import { openListener } from './listener.ts';

it('serves connections that came before anything served them', async () => {
  const listener = await openListener('127.0.0.1:0');
  expect(listener.url).toBe(`http://127.0.0.1:${listener.port}`);
  const client = net.connect(listener.port, listener.host);
  client.write('early');
  await once(client, 'connect');
  const echo = (socket: net.Socket): void => void socket.pipe(socket);
  listener.serve(echo);
  expect(String((await once(client, 'data'))[0])).toBe('early');
  client.end();
  await listener.close();
});

it('ends connections that nothing has served when it closes', async () => {
  const listener = await openListener('127.0.0.1:0');
  const client = net.connect(listener.port, listener.host);
  await once(client, 'connect');
  const ended = once(client, 'close');
  client.resume();
  await listener.close();
  client.destroy();
  await ended;
});

it('says which port is taken', async () => {
  const first = await openListener('127.0.0.1:0');
  await expect(openListener(`127.0.0.1:${first.port}`)).rejects.toMatchObject({ code: 'PORT_TAKEN' });
  await first.close();
});
