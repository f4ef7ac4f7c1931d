// The entry of the thread that parses one large template: `workerData` is its text, the answer a `ParsedText`.
import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedText } from './parse-large.ts';
import { TemplateProblem } from './problem.ts';
import { parseText } from './template.ts';

function parse(text: string): ParsedText {
  try {
    return { json: JSON.stringify(parseText(text)) };
  } catch (error) {
    if (error instanceof TemplateProblem) return { problem: error.message };
    throw error;
  }
}

parentPort?.postMessage(parse(workerData as string));
