// Targets that hang, refuse or answer nonsense: what goes to other targets arrives meanwhile.
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

/** More than go to one target at once. */
const HANGING = 120;
const fixture = useEvents();
const { makeQueue, makeRule, bodies } = fixture;

let server: ReturnType<typeof createServer>;
let sockets: Set<Socket>;
/** Requests so far, by path. */
let counts: Map<string, number>;
let wakes: (() => void)[];

/** Answers by path: in full, with an error, with bytes that are no HTTP, or not at all. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/healthy': 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  '/refuses': 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  '/nonsense': 'nonsense\r\n\r\n',
};

beforeEach(async () => {
  sockets = new Set();
  counts = new Map();
  wakes = [];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes: Buffer) => {
      const path = bytes.toString('latin1').split(' ')[1] ?? '';
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const answer = ANSWERS[path];
      if (answer !== undefined) socket.end(answer);
      for (const wake of wakes.splice(0)) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Resolves when the path has had so many requests. */
async function requests(path: string, count: number): Promise<void> {
  while ((counts.get(path) ?? 0) < count) await new Promise<void>((resolve) => wakes.push(resolve));
}

async function destination(path: string, source: string): Promise<void> {
  const { port } = server.address() as { port: number };
  const name = path.slice(1);
  const AuthParameters = { ApiKeyAuthParameters: { ApiKeyName: 'x-key', ApiKeyValue: 'k' } };
  const { ConnectionArn } = await fixture.events.createConnection({ Name: name, AuthorizationType: 'API_KEY', AuthParameters });
  const { ApiDestinationArn } = await fixture.events.createApiDestination({
    Name: name,
    ConnectionArn: ConnectionArn!,
    HttpMethod: 'POST',
    InvocationEndpoint: `http://127.0.0.1:${port}${path}`,
  });
  await makeRule(name, [{ Id: 'd', Arn: ApiDestinationArn!, RoleArn: 'arn:aws:iam::000000000000:role/r' }], {
    pattern: { source: [source] },
  });
}

const publish = (Source: string) => fixture.events.putEvents({ Entries: [{ Source, DetailType: 'made', Detail: '{}' }] });

describe('a target that', () => {
  it('refuses or answers nonsense delays no other target', async () => {
    for (const path of Object.keys(ANSWERS)) await destination(path, 'shop');
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    for (let i = 0; i < 3; i++) await publish('shop');
    await requests('/healthy', 3);
    await fixture.emulator.idle();
    expect(await bodies(url)).toHaveLength(3);
    expect(counts.get('/refuses')).toBe(3);
  });

  it('hangs delays no other target, however many events wait for it', async () => {
    await destination('/hangs', 'slow');
    await destination('/healthy', 'shop');
    for (let i = 0; i < HANGING; i++) await publish('slow');
    await requests('/hangs', 1);
    await publish('shop');
    await requests('/healthy', 1);
    expect(counts.get('/hangs')).toBeLessThan(HANGING);
  });
});
