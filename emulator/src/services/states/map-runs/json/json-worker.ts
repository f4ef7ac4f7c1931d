// The entry of the thread that reads large JSON files: to parse one may take seconds. It says when it is ready, takes a `JsonFile`, and answers each
// request with a portion of its items as JSON, which is parsed faster than copied objects are received.
import { parentPort } from 'node:worker_threads';
import { MapRunFailure } from '#services/states/map-runs/map-run-failure';
import type { PortionAnswer } from '#services/states/map-runs/reading-thread';
import { itemsAt, MAX_ITEM, parsed, tooLong } from './json-items.ts';
import type { JsonFile } from './read-large-json.ts';

/** Characters of a portion, where no single item has more. */
const PORTION = 100_000;

function* portionsOf({ text, pointer }: JsonFile): Generator<string> {
  let portion: string[] = [];
  let length = 0;
  for (const item of itemsAt(parsed(text), pointer)) {
    const json = JSON.stringify(item);
    if (json.length > MAX_ITEM) throw tooLong('An item');
    if (length > 0 && length + json.length > PORTION) {
      yield `[${portion.join()}]`;
      [portion, length] = [[], 0];
    }
    portion.push(json);
    length += json.length;
  }
  if (portion.length > 0) yield `[${portion.join()}]`;
}

function next(portions: Generator<string>): PortionAnswer<string> {
  try {
    const { value, done } = portions.next();
    return done ? {} : { portion: value as string };
  } catch (error) {
    if (error instanceof MapRunFailure) return { problem: error.message };
    throw error;
  }
}

parentPort?.once('message', (file: JsonFile) => {
  const portions = portionsOf(file);
  parentPort?.on('message', () => parentPort?.postMessage(next(portions)));
});
parentPort?.postMessage('ready');
