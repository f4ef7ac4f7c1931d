// What an invocation costs: a warm one at the API against a bare HTTP round trip, a cold one against the bare interpreter.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEmulator } from '../../emulator/src/main.ts';
import { handler } from '../conformance/lambda/fixture.ts';
import type { BenchRow } from './row.ts';

const WARM_CALLS = 1500;
const COLD_CALLS = 10;
/** Milliseconds that a warm invocation may take over a bare round trip, a cold one over the bare interpreter, a parked one in all. */
const LIMITS = { warm: 1.5, cold: 60, parked: 10 };

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
const ms = (time: number): string => `${time.toFixed(2)} ms`;

export async function lambdaBench(): Promise<BenchRow[]> {
  const agent = new Agent({ keepAlive: true });
  const floor = await bareRoundTrip(agent);
  const interpreter = await bareInterpreter();
  const emulator = await startEmulator({ port: 0, environment: {}, log: false });
  const post = (path: string, body: string) => send(agent, `${emulator.url}${path}`, body);
  try {
    const create = async (name: string, settle = true) => {
      const ZipFile = Buffer.from(handler('return {};')).toString('base64');
      const role = 'arn:aws:iam::000000000000:role/r';
      const settings = { FunctionName: name, Role: role, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile } };
      await post('/2015-03-31/functions', JSON.stringify(settings));
      await post(`/2015-03-31/functions/${name}/invocations`, '{}').catch(() => undefined);
      if (settle) await new Promise((resolve) => setTimeout(resolve, 400));
    };
    const invoke = (name: string) => post(`/2015-03-31/functions/${name}/invocations`, '{}');
    await create('warm');
    for (let at = 0; at < 200; at++) await invoke('warm');
    const warm = median(await times(WARM_CALLS, () => invoke('warm')));
    const parked: number[] = [];
    const cold: number[] = [];
    for (let at = 0; at < COLD_CALLS; at++) {
      await create(`parked-${at}`);
      parked.push(...(await times(1, () => invoke(`parked-${at}`))));
      // One environment is busy, so the second call needs a new one.
      const [first, second] = [times(1, () => invoke(`parked-${at}`)), times(1, () => invoke(`parked-${at}`))];
      cold.push(Math.max(...(await first), ...(await second)));
    }
    return [
      row('warm Invoke of an empty Node handler, p50', warm, warm - floor, LIMITS.warm, `bare HTTP round trip ${ms(floor)}`),
      row('Invoke of a parked Node function, p50', median(parked), median(parked), LIMITS.parked, 'nothing'),
      row('cold Invoke, Node, embedded, p50', median(cold), median(cold) - interpreter, LIMITS.cold, `bare interpreter ${ms(interpreter)}`),
    ];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

const row = (what: string, time: number, over: number, limit: number, floor: string): BenchRow => ({
  what,
  figure: `${ms(time)}, ${ms(over)} over the floor`,
  ratio: over,
  limit,
  floor,
});

async function times(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now();
    await run();
    found.push(performance.now() - startedAt);
  }
  return found;
}

const AUTHORIZATION = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0';

function send(agent: Agent, url: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += String(chunk);
      });
      answer.on('end', () => (answer.statusCode! < 300 ? resolve(text) : reject(new Error(text))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function bareRoundTrip(agent: Agent): Promise<number> {
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => answer.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await times(200, () => send(agent, url, '{}'));
  const found = median(await times(WARM_CALLS, () => send(agent, url, '{}')));
  server.closeAllConnections();
  server.close();
  return found;
}

/** Node started for an empty program. */
async function bareInterpreter(): Promise<number> {
  const start = async () => void (await once(spawn(process.execPath, ['-e', '0'], { env: {}, stdio: 'ignore' }), 'exit'));
  return median(await times(COLD_CALLS, start));
}
