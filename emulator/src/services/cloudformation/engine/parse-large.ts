// Parses templates. Large ones in YAML take half a second, so a thread of their own parses them while the emulator answers others.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { JsonObject } from '#resources/json';
import { TemplateProblem } from './problem.ts';
import { checkedTemplate, parseText } from './template.ts';

/** A template of this length is parsed in some 30 ms; to start a thread takes about as long. */
const MAX_SMALL_LENGTH = 64 * 1024;
const THREAD_MEMORY_MB = 512;

/** JSON, because it is parsed faster than a copied object is received. */
export type ParsedText = { readonly json: string } | { readonly problem: string };

/** Parses JSON or YAML. @throws TemplateProblem */
export async function parseTemplate(text: string): Promise<JsonObject> {
  if (text.length <= MAX_SMALL_LENGTH) return parseText(text);
  return checkedTemplate(jsonOf(text) ?? JSON.parse(await parsedElsewhere(text)));
}

function jsonOf(text: string): JsonObject | undefined {
  try {
    return text.trimStart().startsWith('{') ? (JSON.parse(text) as JsonObject) : undefined;
  } catch {
    return undefined; // a flow mapping of YAML, or a problem that has a place
  }
}

async function parsedElsewhere(text: string): Promise<string> {
  const worker = startWorker({ workerData: text, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB } });
  try {
    const [parsed] = (await once(worker, 'message')) as [ParsedText];
    if ('problem' in parsed) throw new TemplateProblem(parsed.problem);
    return parsed.json;
  } finally {
    await worker.terminate();
  }
}

/** The entry is beside this file in a clone; when built it is beside the bundle, which is `dist/*.js` or a chunk one folder below. */
function startWorker(options: WorkerOptions): Worker {
  const source = new URL('./yaml-worker.ts', import.meta.url);
  if (existsSync(fileURLToPath(source))) {
    const code = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(source.href)})))`;
    return new Worker(code, { ...options, eval: true });
  }
  const built = ['./yaml-worker.js', '../yaml-worker.js'].map((path) => new URL(path, import.meta.url));
  return new Worker(built.find((file) => existsSync(fileURLToPath(file))) ?? built[0]!, options);
}
