// How long a function takes to start and to answer in a container, where a container engine answers; code mounted, and copied.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#containers/container-runtime';
import { type ControlChannel, createControlChannel } from '#containers/control-channel';
import { DockerRuntime } from '#containers/docker/docker-runtime';
import { findEngine } from '#containers/docker/engine';
import { messageLines } from '../support/message-lines.ts';
import { importTestImages } from '../support/test-images.ts';
import { httpRoundTrip, median, ms, timed } from './execution.ts';
import type { BenchRow } from './row.ts';

const RUNS = 9;
const WARM_RUNS = 400;
const LIMITS_MS = { mount: 500, copy: 700 } as const;
const WARM_LIMIT_MS = 3;

interface BenchMachine {
  readonly control: ControlChannel;
  readonly origin: () => string;
  readonly workDir: string;
  readonly images: string;
  /** The engine's network; the machine's own where it has none. */
  readonly network: string;
}

export async function containersBench(): Promise<BenchRow[]> {
  const found = await findEngine();
  if (!found.ok) return [{ what: 'functions in containers', figure: 'skipped', floor: `no container engine answers: ${found.reason}` }];
  const { docker } = found.engine;
  const images = JSON.stringify(await importTestImages(docker));
  const network = await docker
    .getNetwork('bridge')
    .inspect()
    .then(
      () => 'bridge',
      () => 'host',
    );
  const workDir = mkdtempSync(join(tmpdir(), 'bench-containers-'));
  const control = createControlChannel();
  const server = createServer((request, response) => {
    if (!control.answer(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const place = { control, origin, workDir, images, network };
    const floorMs = await httpRoundTrip();
    return [...(await benchOne(place, 'mount', floorMs)), ...(await benchOne(place, 'copy', floorMs))];
  } finally {
    await control.stop();
    server.closeAllConnections();
    server.close();
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function benchOne(place: BenchMachine, delivery: 'mount' | 'copy', floorMs: number): Promise<BenchRow[]> {
  const { control, origin, workDir, images, network } = place;
  const log = messageLines();
  const runtime = new DockerRuntime({ control, origin, workDir, network, imageMapping: images, delivery, names: { leave: '' }, log });
  const localDir = mkdtempSync(join(workDir, 'code-'));
  // In the container somebody else reads it.
  chmodSync(localDir, 0o755);
  writeFileSync(join(localDir, 'index.js'), 'exports.handler = async () => ({});');
  let made = 0;
  const create = () =>
    runtime.createEnvironment({
      ...{ id: `bench-${delivery}-${process.pid}-${++made}`, functionName: 'bench', functionVersion: '$LATEST', accountId: '000000000000' },
      ...{ function: { packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'x86_64' }, handler: 'index.handler', env: {}, labels: {} },
      ...{ code: { sha256: localDir, sizeBytes: 0, localDir }, layers: [], timeoutMs: 3000, memoryMb: 256, logFormat: 'Text' },
      onLog: () => undefined,
    });
  try {
    await (await create()).stop();
    const cold: number[] = [];
    const parked: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      let environment!: Environment;
      const created = await timed(async () => (environment = await create()));
      const answered = await answer(environment);
      cold.push(created + answered);
      parked.push(answered);
      await environment.stop();
    }
    const where = `${found(network)}, ${delivery === 'mount' ? 'code mounted' : 'code copied'}`;
    const rows: BenchRow[] = [
      { what: `cold invoke in a container, ${where}`, figure: ms(median(cold)), ratio: median(cold), limit: LIMITS_MS[delivery] },
    ];
    if (delivery === 'copy') return rows;
    const warm = await warmTimes(await create());
    const over = median(warm) - floorMs;
    const floor = `HTTP round trip ${ms(floorMs)}`;
    return [
      ...rows,
      { what: 'first invoke in a container that is started ahead', figure: ms(median(parked)) },
      { what: 'warm invoke in a container: more than a bare HTTP round trip', figure: ms(over), ratio: over, limit: WARM_LIMIT_MS, floor },
    ];
  } finally {
    await runtime.dispose();
  }
}

const found = (network: string): string => (network === 'host' ? "the machine's network" : 'the bridge');

async function warmTimes(environment: Environment): Promise<number[]> {
  const times: number[] = [];
  await answer(environment);
  for (let run = 0; run < WARM_RUNS; run++) times.push(await answer(environment));
  await environment.stop();
  return times;
}

let requests = 0;
/** Until the caller has its answer; the log follows. */
async function answer(environment: Environment): Promise<number> {
  const startedAt = performance.now();
  const handle = environment.invoke({ requestId: `bench-${++requests}`, payload: Buffer.from('{}'), invokedFunctionArn: 'bench' });
  const outcome = await handle.response;
  const answered = performance.now() - startedAt;
  if (outcome.kind !== 'response') throw new Error(Buffer.from(outcome.body).toString());
  await handle.done;
  return answered;
}
