// The items of files that a manifest names: an inventory of a bucket, or the results of a query.
import { isList, isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { readerFailed } from './json/json-items.ts';
import { readJsonFile, readTextLines } from './read-file.ts';
import { type OpenObject, readListed } from './read-object.ts';

type Portions = AsyncGenerator<readonly Json[]>;

/** An inventory, whose rows describe one object each. https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html */
export async function* readInventory(manifestObject: JsonObject, open: OpenObject): Portions {
  const manifest = await readJsonFile(await open(manifestObject));
  const files = isObject(manifest) ? memberOf(manifest, 'files') : undefined;
  if (!isObject(manifest) || !isList(files)) throw readerFailed('The manifest does not list the files of an inventory.');
  const { fileFormat, fileSchema, destinationBucket } = manifest;
  if (fileFormat !== 'CSV' && fileFormat !== 'Parquet')
    throw readerFailed(`Files of the format ${JSON.stringify(fileFormat)} cannot be read here: use CSV or Parquet.`);
  const CSVHeaders = String(fileSchema).split(/,\s*/);
  const config = fileFormat === 'CSV' ? { InputType: 'CSV', CSVHeaderLocation: 'GIVEN', CSVHeaders } : { InputType: 'PARQUET' };
  const Bucket = String(destinationBucket).replace(/^arn:[^:]*:s3:::/, '');
  for (const file of files) yield* readListed({ Bucket, Key: isObject(file) ? String(memberOf(file, 'key')) : '' }, config, open);
}

/** The files that a query of Athena has unloaded, one URL per line: https://docs.aws.amazon.com/athena/latest/ug/querying-finding-output-files.html */
export async function* readQueryResults(manifestObject: JsonObject, config: JsonObject, open: OpenObject): Portions {
  for await (const lines of readTextLines(await open(manifestObject)))
    for (const line of lines) {
      const [, Bucket, Key] = /^\s*"?s3:\/\/([^/]+)\/(.+?)"?\s*$/.exec(line) ?? [];
      if (Bucket === undefined || Key === undefined) throw readerFailed(`The manifest has a line that is no URL of an object: ${line}`);
      yield* readListed({ Bucket, Key }, config, open);
    }
}
