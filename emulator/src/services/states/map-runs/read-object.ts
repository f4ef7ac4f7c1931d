// The items of one object, by the type of its content; compressed content is unpacked where its name says so.
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Fault } from '#core/fault';
import type { Json, JsonObject } from '#services/states/language/json';
import { readerFailed } from './json/json-items.ts';
import { readParquet } from './parquet/read-parquet.ts';
import { readFile, type TextPieces } from './read-file.ts';

export type OpenObject = (object: JsonObject) => Promise<TextPieces>;

/** @throws MapRunFailure */
export async function* readObject(object: JsonObject, config: JsonObject, open: OpenObject): AsyncGenerator<readonly Json[]> {
  const body = await open(object);
  if (config['InputType'] === 'PARQUET') yield* readParquet(body);
  else yield* readFile(body, config);
}

/** The same for a file that a manifest names. */
export async function* readListed(object: JsonObject, config: JsonObject, open: OpenObject): AsyncGenerator<readonly Json[]> {
  const isPacked = String(object['Key']).endsWith('.gz');
  yield* readObject(object, config, async (found) => (isPacked ? unpacked(await open(found)) : await open(found)));
}

async function* unpacked(body: TextPieces): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // A failure destroys the stream that is read below.
  pipeline(Readable.from(body), gunzip, () => {});
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw readerFailed('A file that the manifest names is not compressed as its name says.');
  }
}
