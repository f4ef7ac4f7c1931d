// Clients that a Runtime API lets in: judged by the request and by the connection, before the API reads anything.

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, listenRuntimeApi } from './runtime-api.ts';

type Opened = Awaited<ReturnType<typeof listenRuntimeApi>>;
const calls = {
  load: (go: () => void) => go(),
  next: () => undefined,
  answer: () => ({ status: 400, errorType: 'InvalidRequestID', errorMessage: '' }),
  initError: () => undefined,
};

const ping = ({ address }: Opened, headers: Record<string, string>, agent = new Agent()): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`http://${address}/2018-06-01/ping`, { headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject).end();
  });

describe('a Runtime API', () => {
  let api: Opened;
  beforeAll(async () => {
    api = await listenRuntimeApi(calls, () => false);
  });
  afterAll(() => void api.server.close());

  it.each([
    ['127.0.0.1:9001', 200],
    ['localhost:9001', 200],
    ['127.0.0.2', 200],
    ['[::1]:80', 200],
    ['rebound.example', 403],
    ['127.0.0.1.rebound.example:9001', 403],
    ['localhost.rebound.example', 403],
    ['10.0.0.1', 403],
    ['x', 200],
  ])('asked as host %s answers %d', async (host, status) => {
    expect(await ping(api, { Host: host })).toBe(status);
  });

  it.each([{ Origin: 'http://127.0.0.1' }, { 'Sec-Fetch-Site': 'same-origin' }])('refuses a page that sends %o', async (headers) => {
    expect(await ping(api, headers)).toBe(403);
  });
});

describe('a Runtime API with an owner', () => {
  const asked: Connection[] = [];
  let owned = true;
  let api: Opened;
  beforeAll(async () => {
    const owns = async (connection: Connection) => {
      asked.push(connection);
      return owned;
    };
    api = await listenRuntimeApi(calls, () => false, { access: { token: 'secret', owns } });
  });
  afterAll(() => void api.server.close());

  it('asks once who holds a connection', async () => {
    asked.length = 0;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect([await ping(api, {}, agent), await ping(api, {}, agent)]).toEqual([200, 200]);
    agent.destroy();
    expect(asked).toEqual([{ remoteAddress: '127.0.0.1', remotePort: expect.any(Number), localPort: Number(api.address.split(':')[1]) }]);
  });

  it('does not ask where the token is right', async () => {
    asked.length = 0;
    expect(await ping(api, { 'Emulator-Access': 'secret' })).toBe(200);
    expect(asked).toEqual([]);
  });

  it('refuses who holds it not, whatever token is guessed', async () => {
    owned = false;
    expect([await ping(api, {}), await ping(api, { 'Emulator-Access': 'guess' })]).toEqual([403, 403]);
  });
});
