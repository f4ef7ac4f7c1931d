// The items of an inventory of a bucket: a manifest names compressed files, whose rows describe one object each.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Fault } from '#core/fault';
import { isList, isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { readerFailed, readFile, readJsonFile, type TextPieces } from './read-file.ts';

/** @throws MapRunFailure */
export async function* readManifest(
  object: JsonObject,
  open: (object: JsonObject) => Promise<TextPieces>,
): AsyncGenerator<readonly Json[]> {
  const manifest = await readJsonFile(await open(object));
  const files = isObject(manifest) ? memberOf(manifest, 'files') : undefined;
  if (!isObject(manifest) || !isList(files)) throw readerFailed('The manifest does not list the files of an inventory.');
  const { fileFormat, fileSchema, destinationBucket } = manifest;
  if (fileFormat !== 'CSV') throw readerFailed(`Files of the format ${JSON.stringify(fileFormat)} cannot be read here: use CSV.`);
  const CSVHeaders = String(fileSchema).split(/,\s*/);
  const Bucket = String(destinationBucket).replace(/^arn:[^:]*:s3:::/, '');
  for (const file of files) {
    const Key = isObject(file) ? String(memberOf(file, 'key')) : '';
    const body = await open({ Bucket, Key });
    yield* readFile(Key.endsWith('.gz') ? unzipped(body) : body, { InputType: 'CSV', CSVHeaderLocation: 'GIVEN', CSVHeaders });
  }
}

async function* unzipped(body: TextPieces): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // A failure destroys the stream that is read below.
  pipeline(Readable.from(body), gunzip, () => {});
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw readerFailed('A file of the inventory is not compressed as its name says.');
  }
}
