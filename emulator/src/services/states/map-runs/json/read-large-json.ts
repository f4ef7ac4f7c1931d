// The items of a large JSON file, which a thread of its own reads.
import type { Json } from '#services/states/language/json';
import { portionsOf } from '#services/states/map-runs/reading-thread';
import { readerFailed } from './json-items.ts';

export interface JsonFile {
  readonly text: string;
  readonly pointer: Json | undefined;
}

/** @throws MapRunFailure */
export async function* readLargeJson(file: JsonFile): AsyncGenerator<readonly Json[]> {
  const portions = portionsOf<string>({ entry: 'json-worker', from: import.meta.url, file });
  try {
    for await (const portion of portions) yield JSON.parse(portion) as Json[];
  } catch (error) {
    throw readerFailed((error as Error).message);
  }
}
