// How long it takes from the save of a file until new code answers, at the API, beyond the time in which the save is seen and the files are quiet.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lambda } from '@aws-sdk/client-lambda';
import { findEngine } from '#containers/docker/engine';
import { watchFolder } from '#hot-reload/watch/folder-watcher';
import type { StartOptions } from '../../emulator/src/main.ts';
import { jsonOf, ROLE } from '../conformance/lambda/fixture.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { importTestImages } from '../support/test-images.ts';
import { median, ms, timed } from './execution.ts';
import type { BenchRow } from './row.ts';

const SAVES = 20;
/** Milliseconds after detection. */
const LIMIT_MS = 25;
const TYPESCRIPT_LIMIT_MS = 60;
const CONTAINER_LIMIT_MS = 260;

interface Subject {
  readonly name: string;
  readonly runtime: string;
  readonly file: string;
  readonly source: (value: number) => string;
  readonly limitMs?: number;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'JavaScript', runtime: 'nodejs20.x', file: 'index.js', source: (value) => `exports.handler = async () => ${value};` },
  {
    name: 'TypeScript',
    runtime: 'nodejs20.x',
    file: 'index.ts',
    source: (value) => `export const handler = async (): Promise<number> => ${value};`,
    limitMs: TYPESCRIPT_LIMIT_MS,
  },
  { name: 'Python', runtime: 'python3.12', file: 'index.py', source: (value) => `def handler(event, context):\n    return ${value}\n` },
];

export const hotReloadBench = (): Promise<BenchRow[]> => benchAll(SUBJECTS, {});

export async function hotReloadInContainersBench(): Promise<BenchRow[]> {
  const found = await findEngine();
  if (!found.ok) return [];
  const images = JSON.stringify(await importTestImages(found.engine.docker));
  return benchAll(
    SUBJECTS.slice(0, 1).map((subject) => ({ ...subject, name: `${subject.name} in a container`, limitMs: CONTAINER_LIMIT_MS })),
    { CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host', FUNCTION_RUNTIME_IMAGE_MAPPING: images },
  );
}

async function benchAll(subjects: readonly Subject[], options: StartOptions['options']): Promise<BenchRow[]> {
  const emulator = await startTestEmulator({
    options: { FUNCTION_SYNCHRONOUS_CREATE: true, FUNCTION_PARKED: 32, ...options },
    checked: false,
  });
  const lambda = emulator.client(Lambda);
  try {
    const rows: BenchRow[] = [];
    for (const subject of subjects) rows.push(await benchOne(subject, lambda, () => emulator.idle()));
    return rows;
  } finally {
    await emulator.stop();
  }
}

/** From a save until a watcher says that the files are quiet, in a folder from which nothing runs. */
async function detection(file: string): Promise<{ once(): Promise<number>; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'hot-bench-seen-'));
  let seen = (): void => undefined;
  let value = 0;
  const save = () => writeFileSync(join(folder, file), String(++value));
  save();
  const watcher = await watchFolder({
    folder,
    kept: [],
    folders: [],
    mayLinkTo: () => false,
    began: () => undefined,
    settled: () => seen(),
  });
  const once = () =>
    timed(
      () =>
        new Promise<void>((resolve) => {
          seen = resolve;
          save();
        }),
    );
  const close = async () => {
    await watcher.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { once, close };
}

async function benchOne(
  { name, runtime, file, source, limitMs = LIMIT_MS }: Subject,
  lambda: Lambda,
  idle: () => Promise<void>,
): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'hot-bench-'));
  chmodSync(folder, 0o755);
  const watched = await detection(file);
  const save = (value: number) => writeFileSync(join(folder, file), source(value));
  const FunctionName = name.replaceAll(' ', '-');
  const invoke = async () => jsonOf<unknown>((await lambda.invoke({ FunctionName })).Payload);
  try {
    save(0);
    const Code = { S3Bucket: 'hot-reload', S3Key: folder };
    await lambda.createFunction({ FunctionName, Role: ROLE, Runtime: runtime as 'nodejs20.x', Handler: 'index.handler', Code });
    await invoke();
    const times: number[] = [];
    const seen: number[] = [];
    for (let value = 1; value <= SAVES; value++) {
      seen.push(await watched.once());
      // A person saves once the process waits that takes over.
      await idle();
      const startedAt = performance.now();
      save(value);
      while ((await invoke()) !== value) if (performance.now() - startedAt > 10_000) throw new Error(`${name} was not reloaded`);
      times.push(performance.now() - startedAt);
    }
    const [time, floor] = [median(times), median(seen)];
    const what = `save of a file until new ${name} answers, more than detection`;
    return { what, figure: `${ms(time - floor)} of ${ms(time)}`, ratio: time - floor, limit: limitMs, floor: `detection ${ms(floor)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await watched.close();
  }
}
