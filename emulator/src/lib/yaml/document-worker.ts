// The entry of the thread that reads one large document: `workerData` is its text, the answer a `ReadDocument`.
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadDocument } from './load-yaml.ts';
import { readYaml } from './read-yaml.ts';
import { YamlProblem } from './yaml-problem.ts';

function read(text: string): ReadDocument {
  try {
    return { json: JSON.stringify(readYaml(text)) ?? 'null' };
  } catch (error) {
    if (error instanceof YamlProblem) return { problem: error.message };
    throw error;
  }
}

parentPort?.postMessage(read(workerData as string));
