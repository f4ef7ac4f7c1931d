// The cost of a warm invocation at the API, against a bare HTTP round trip. Cold ones are measured without the API, in execution.ts.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEmulator } from '../../emulator/src/main.ts';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import type { BenchRow } from './row.ts';

const WARM_CALLS = 1500;
/** Milliseconds over a bare round trip. */
const LIMIT_MS = 1.5;

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
const ms = (time: number): string => `${time.toFixed(2)} ms`;

export async function lambdaBench(): Promise<BenchRow[]> {
  const agent = new Agent({ keepAlive: true });
  const floor = await bareRoundTrip(agent);
  const emulator = await startEmulator({ port: 0, environment: {}, options: { FUNCTION_SYNCHRONOUS_CREATE: true }, log: false });
  const post = (path: string, body: string) => send(agent, `${emulator.url}${path}`, body);
  try {
    const ZipFile = Buffer.from(handler('return {};')).toString('base64');
    const settings = { FunctionName: 'warm', Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile } };
    await post('/2015-03-31/functions', JSON.stringify(settings));
    const invoke = () => post('/2015-03-31/functions/warm/invocations', '{}');
    await times(200, invoke);
    const warm = median(await times(WARM_CALLS, invoke));
    return [row('warm Invoke of an empty Node handler, p50', warm, warm - floor, LIMIT_MS, `bare HTTP round trip ${ms(floor)}`)];
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
