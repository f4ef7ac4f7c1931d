// From the command to the first answered call, and to the first answer that an agent gets, against the start of an empty Node process; to `Ready.` with an init directory, against without
// one; and what it weighs when idle.
import { spawn, spawnSync } from 'node:child_process';
import http from 'node:http';
import { initDirectoryBench } from './init-directory.ts';
import { CLI, startBuilt, started, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const ROUNDS = 7;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

const FASTIFY = `
  import fastify from 'fastify';
  const app = fastify();
  app.get('/', async () => 'x');
  await app.listen({ port: 0, host: '127.0.0.1' });
  console.log('listening ' + app.server.address().port);`;

export async function startBench(): Promise<BenchRow[]> {
  const empty: number[] = [];
  const readies: number[] = [];
  const starts: number[] = [];
  const agents: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '']);
    empty.push(performance.now() - began);
    const start = await toFirstAnswer();
    readies.push(start.readyMs);
    starts.push(start.answeredMs);
    agents.push(await toInitialized());
  }
  const emulator = await startBuilt();
  const floor = await startFloor(FASTIFY);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const row = {
    what: 'idle resident memory',
    figure: `${(emulator.rssBytes() / 2 ** 20).toFixed(0)} MB`,
    ratio: emulator.rssBytes() / floor.rssBytes(),
    limit: 2,
    floor: `${(floor.rssBytes() / 2 ** 20).toFixed(0)} MB, Node with fastify listening`,
  };
  const idleMb = emulator.rssBytes() / 2 ** 20;
  await Promise.all([emulator.stop(), floor.stop()]);
  return [
    {
      what: '`emulator start` to `Ready.`',
      figure: `${median(readies).toFixed(0)} ms`,
      ratio: median(readies) / median(empty),
      limit: 1.6,
      floor: `${median(empty).toFixed(0)} ms, an empty Node process`,
    },
    {
      what: '`emulator start` to the first answered call',
      figure: `${median(starts).toFixed(0)} ms`,
      ratio: median(starts) / median(empty),
      limit: 6,
      floor: `${median(empty).toFixed(0)} ms, an empty Node process`,
    },
    {
      what: '`emulator mcp` to the answer of `initialize`',
      figure: `${median(agents).toFixed(0)} ms`,
      ratio: median(agents) / median(empty),
      limit: 2.8,
      floor: `${median(empty).toFixed(0)} ms, an empty Node process`,
    },
    await initDirectoryBench(),
    row,
    { what: 'idle resident memory, MB', figure: `${idleMb.toFixed(1)} MB`, ratio: idleMb, limit: 55 },
  ];
}

const CALL = {
  method: 'POST',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'AmazonSQS.ListQueues',
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
  },
};

/** Milliseconds until it says that it is ready, and until a ListQueues was answered; tries as soon as the port is known. */
async function toFirstAnswer(): Promise<{ readyMs: number; answeredMs: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, 'start', '--port', '0', '--quiet'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('Ready.')) break;
  }
  const readyMs = performance.now() - began;
  const url = /gateway: (\S+)/.exec(text)![1]!;
  await new Promise<void>((resolve, reject) => {
    const request = http.request(url, CALL, (answer) => answer.resume().on('end', resolve));
    request.on('error', reject);
    request.end('{}');
  });
  const answeredMs = performance.now() - began;
  child.kill('SIGTERM');
  return { readyMs, answeredMs };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** Milliseconds until a new server of tools for agents has introduced itself. */
async function toInitialized(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await started(child.stdout, /"serverInfo"/);
  const answeredMs = performance.now() - began;
  child.kill('SIGKILL');
  return answeredMs;
}
