// Hot reload in the words of the API: the folder that a function's code names, from which it runs as it is.
import type { Ctx } from '#core/ctx';
import { folderPath } from '#hot-reload/folder/folder-path';
import { ALLOW_HINT, type FolderRules } from '#hot-reload/folder/folder-rules';
import { isHot } from '#hot-reload/folder/hot-marker';
import type { FunctionCode } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';
import type { FolderRef } from '#services/lambda/state';

/**
 * The folder that the code names; undefined if it names a bucket, or if `BUCKET_MARKER_LOCAL` is `0`. Whether there is such a folder is
 * seen when it is needed. @throws Fault if the folder may not be code, or the path is relative, this in the words of the established emulator
 */
export function hotFolderOf(
  { S3Bucket, S3Key, S3ObjectVersion }: FunctionCode,
  rules: FolderRules,
  { options }: Pick<Ctx, 'options'>,
): FolderRef | undefined {
  if (S3Key === undefined || !isHot({ bucket: S3Bucket, key: S3Key }, options.BUCKET_MARKER_LOCAL)) return undefined;
  if (S3ObjectVersion)
    throw invalidParameter(`S3ObjectVersion has no meaning with the bucket ${S3Bucket}, whose keys are folders of this machine.`);
  const folder = folderPath(S3Key, { platform: process.platform, environment: process.env });
  if (folder === undefined)
    throw invalidParameter(`When using hot reloading, the archive key has to be an absolute path! Your archive key: ${S3Key}`);
  const refusal = rules.refusal(folder);
  if (refusal !== undefined) throw invalidParameter(`The folder ${folder} cannot be code: it ${refusal}. ${ALLOW_HINT}`);
  return { folder };
}
