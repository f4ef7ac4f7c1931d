// Takes in code that a client sends (a zip in the request) or names (an object in a bucket): stores it as a blob, and unpacked. A folder of
// this machine stays where it is.
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { BlobRef, Blobs } from '#core/records';
import type { FolderRules } from '#hot-reload/folder/folder-rules';
import type { FunctionCode } from '#model/lambda';
import { invalidParameter, notEmulated } from '#services/lambda/faults';
import { MAX_ZIPPED_BYTES } from '#services/lambda/lookup/limits';
import { FOLDER_ABSENT } from '#services/lambda/messages';
import type { CodeRef } from '#services/lambda/state';
import { ArchiveError, MAX_UNZIPPED_BYTES } from './archive.ts';
import type { CodeStore } from './code-store.ts';
import { hotFolderOf } from './folder-marker.ts';

/** Where code is kept, and which folders may be code: the execution has both. */
export interface CodeIntake {
  readonly code: CodeStore;
  readonly folderRules: FolderRules;
}

export async function takeInCode(code: FunctionCode, intake: CodeIntake, ctx: Ctx): Promise<CodeRef> {
  refuse(code);
  const hot = hotFolderOf(code, intake.folderRules, ctx);
  if (hot === undefined) return takeInBytes(await bytesOf(code, ctx), intake.code, ctx);
  if (!isDirectory(hot.folder)) ctx.log.write(FOLDER_ABSENT, { folder: hot.folder, ...firstMissing(hot.folder) });
  return hot;
}

/** Stores an archive and unpacks it, whatever its origin. */
export async function takeInBytes(bytes: Parameters<Blobs['put']>[0], store: CodeStore, ctx: Ctx): Promise<BlobRef> {
  const ref = await ctx.blobs.put(bytes);
  try {
    await store.content(ref);
  } catch (error) {
    throw error instanceof ArchiveError ? archiveFault(error) : error;
  }
  return ref;
}

/** The first name on the way to a path that is not there, or is no folder, and the folder in which it is looked for. */
function firstMissing(path: string): { readonly above: string; readonly name: string } {
  const above = dirname(path);
  return above === path || isDirectory(above) ? { above, name: basename(path) } : firstMissing(above);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function refuse({ ImageUri, ZipFile, S3Bucket, S3ObjectStorageMode }: FunctionCode): void {
  if (ZipFile !== undefined && S3Bucket !== undefined)
    throw invalidParameter('Please do not provide other FunctionCode parameters when providing a ZipFile.');
  if (ImageUri !== undefined) throw invalidParameter('ImageUri is not supported for functions with packageType Zip.');
  if (S3ObjectStorageMode === 'REFERENCE')
    throw notEmulated('S3ObjectStorageMode', 'code is always copied (COPY); running it from the bucket is not emulated.');
}

function bytesOf({ ZipFile, S3Bucket, S3Key, S3ObjectVersion }: FunctionCode, ctx: Ctx): Uint8Array | Promise<AsyncIterable<Uint8Array>> {
  if (ZipFile !== undefined) {
    if (ZipFile.length > MAX_ZIPPED_BYTES)
      throw unmodelled('RequestEntityTooLargeException', `Zipped size must be smaller than ${MAX_ZIPPED_BYTES} bytes`, { status: 413 });
    if (ZipFile.length === 0) throw invalidParameter('Uploaded file must be a non-empty zip');
    return ZipFile;
  }
  if (S3Bucket === undefined) throw invalidParameter('Please provide a source for function code.');
  if (S3Key === undefined) throw invalidParameter('Please provide both S3 bucket and key for function code.');
  return fromBucket({ Bucket: S3Bucket, Key: S3Key, VersionId: S3ObjectVersion }, ctx);
}

async function fromBucket(
  object: { Bucket: string; Key: string; VersionId: string | undefined },
  ctx: Ctx,
): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { Body } = await ctx.call('s3', 'GetObject', object);
    return Body as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw invalidParameter(`Error occurred while GetObject. S3 Error Code: ${error.code}. S3 Error Message: ${error.message}`);
  }
}

function archiveFault({ problem }: ArchiveError): Fault {
  if (problem === 'too-large') return invalidParameter(`Unzipped size must be smaller than ${MAX_UNZIPPED_BYTES} bytes`);
  if (problem === 'empty') return invalidParameter('Uploaded file must be a non-empty zip');
  return invalidParameter('Could not unzip uploaded file. Please check your file, then try to upload again.');
}
