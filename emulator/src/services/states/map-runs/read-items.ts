// Reads the items of a map run: the objects of a bucket, or what a file there holds. Items are handed on in portions, as they arrive.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { sdkCause } from '#services/states/integrations/sdk-cause';
import type { ItemReader } from '#services/states/language/interpreter/commands';
import type { Json, JsonObject } from '#services/states/language/json';
import { readerFailed } from './json/json-items.ts';
import { MapRunFailure } from './map-run-failure.ts';
import type { TextPieces } from './read-file.ts';
import { readInventory, readQueryResults } from './read-manifest.ts';
import { type OpenObject, readObject } from './read-object.ts';

/** Limit: items that a map run reads. */
const MAX_ITEMS = 100_000_000;

export type ItemPortions = AsyncGenerator<readonly Json[]>;

/** @throws MapRunFailure */
export async function* readItems(reader: ItemReader, roleArn: string, ctx: Ctx): ItemPortions {
  const { maxItems, config, parameters } = reader;
  if (maxItems !== undefined && maxItems < 0) throw readerFailed('field MaxItems must be positive');
  let left = maxItems === undefined || maxItems === 0 ? MAX_ITEMS : maxItems;
  const open = (object: JsonObject): Promise<TextPieces> => openObject(object, roleArn, ctx);
  const portions = (): ItemPortions => {
    const object = parameters as JsonObject;
    if (reader.resource.endsWith(':s3:listObjectsV2')) {
      const listed = listObjects(reader, roleArn, ctx);
      return config['Transformation'] === 'LOAD_AND_FLATTEN' ? contentsOf(listed, reader, open) : listed;
    }
    if (config['ManifestType'] === 'ATHENA_DATA') return readQueryResults(object, config, open);
    return config['InputType'] === 'MANIFEST' ? readInventory(object, open) : readObject(object, config, open);
  };
  try {
    for await (const portion of portions()) {
      yield portion.slice(0, left);
      left -= portion.length;
      if (left <= 0) return;
    }
  } catch (error) {
    if (error instanceof MapRunFailure || !(error instanceof Fault)) throw error;
    const { status } = ctx.faultFacts('s3', error);
    throw readerFailed(sdkCause(error.message, 'S3', status, ctx.id()));
  }
}

/** The items that the listed objects hold, one object after the other. */
async function* contentsOf(listed: ItemPortions, { parameters, config }: ItemReader, open: OpenObject): ItemPortions {
  const { Bucket = null } = parameters as JsonObject;
  // A folder of the console is an object without content.
  for await (const objects of listed)
    for (const { Key = null, Size } of objects as readonly JsonObject[])
      if (!(String(Key).endsWith('/') && Size === 0)) yield* readObject({ Bucket, Key }, config, open);
}

async function openObject(object: JsonObject, roleArn: string, ctx: Ctx): Promise<TextPieces> {
  const request = ctx.readRequest('s3', 'GetObject', object);
  if (!request) throw readerFailed('Objects cannot be read here.');
  if (request.missing.length > 0) throw readerFailed(`The field '${request.missing[0]}' is required but was missing`);
  const { Body } = (await ctx.callNamed('s3', 'GetObject', request.input, { withRole: roleArn })) as { readonly Body?: unknown };
  return Body instanceof Uint8Array ? [Body] : ((Body ?? []) as TextPieces);
}

interface ListedObject {
  readonly ETag?: string;
  readonly Key?: string;
  readonly LastModified?: Date;
  readonly Size?: number;
  readonly StorageClass?: string;
}

async function* listObjects({ parameters }: ItemReader, roleArn: string, ctx: Ctx): ItemPortions {
  let ContinuationToken: string | undefined;
  do {
    const document = { ...(parameters as JsonObject), ...(ContinuationToken !== undefined && { ContinuationToken }) };
    const request = ctx.readRequest('s3', 'ListObjectsV2', document);
    if (!request) throw readerFailed('Buckets cannot be listed here.');
    if (request.missing.length > 0) throw readerFailed(`The field '${request.missing[0]}' is required but was missing`);
    const page = (await ctx.callNamed('s3', 'ListObjectsV2', request.input, { withRole: roleArn })) as {
      readonly Contents?: readonly ListedObject[];
      readonly NextContinuationToken?: string;
    };
    yield (page.Contents ?? []).map(({ ETag = '', Key = '', LastModified, Size = 0, StorageClass = 'STANDARD' }) => ({
      ...{ Etag: ETag, Key, LastModified: Math.floor((LastModified?.getTime() ?? 0) / 1000), Size, StorageClass },
    }));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
