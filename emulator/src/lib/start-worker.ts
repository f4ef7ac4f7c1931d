// Starts threads: each has an entry of its own, which is beside the file that starts it in a clone, and beside the bundle when built.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts the entry of that name (`yaml-worker`); `from` is the `import.meta.url` of the file beside it. The bundle is `dist/*.js` or a chunk one folder below. */
export function startWorker(name: string, from: string, options: WorkerOptions): Worker {
  const source = new URL(`./${name}.ts`, from);
  if (existsSync(fileURLToPath(source))) {
    const code = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(source.href)})))`;
    return new Worker(code, { ...options, eval: true });
  }
  const built = [`./${name}.js`, `../${name}.js`].map((path) => new URL(path, from));
  return new Worker(built.find((file) => existsSync(fileURLToPath(file))) ?? built[0]!, options);
}

/** The one message that the thread of that entry answers to `workerData`; the thread ends. @throws what ends the thread, as too little memory */
export async function answerOfWorker<T>(name: string, from: string, workerData: unknown, memoryMb: number): Promise<T> {
  const worker = startWorker(name, from, { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  try {
    const [answer] = (await once(worker, 'message')) as [T];
    return answer;
  } finally {
    await worker.terminate();
  }
}
