// Code that runs from a folder is copied when it is published: a published version never changes, and names an archive as others do.
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Content } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import { TypeScriptBundle, typeScriptHandler } from '#hot-reload/bundle/typescript-bundle';
import { EmulatorError } from '#lib/emulator-error';
import { temporaryFolder } from '#lib/temporary-folder';
import { ArchiveError } from '#services/lambda/code/archive';
import { isFolder } from '#services/lambda/code/code-ref';
import { findEsbuild } from '#services/lambda/code/find-esbuild';
import { packFolder } from '#services/lambda/code/pack-folder';
import { takeInBytes } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { invalidParameter } from '#services/lambda/faults';
import { VERSION_COPIED } from '#services/lambda/messages';
import type { Settings } from '#services/lambda/state';

type RunningCode = Pick<Frozen<Settings>, 'code' | 'handler' | 'runtime'>;

/** Packs the folder, or the bundle of a handler in TypeScript. @throws Fault if that has errors */
async function packed<T>(
  { localDir: folder, mayLinkTo: mayRead = () => false }: Content,
  { handler = '', runtime = '' }: RunningCode,
  pack: (from: string) => Promise<T>,
): Promise<T> {
  const release = /^nodejs(\d+)/.exec(runtime)?.[1];
  const file = release === undefined ? undefined : typeScriptHandler(folder, handler);
  if (file === undefined) return pack(folder);
  const made = temporaryFolder('bundle');
  const outDir = join(made, 'task');
  const bundle = new TypeScriptBundle({ folder, file, outDir, release: Number(release), mayRead, findEsbuild });
  try {
    await bundle.build();
    if (bundle.failure !== undefined) throw invalidParameter(`The folder ${folder} cannot be published: ${bundle.failure}`);
    return await pack(outDir);
  } finally {
    await bundle.close();
    await rm(made, { recursive: true, force: true });
  }
}

/** The folder's files as they are now; undefined if the code is an archive. @throws Fault if they are too many or too large */
export async function snapshotOf(name: string, settings: RunningCode, ctx: Ctx): Promise<BlobRef | undefined> {
  if (!isFolder(settings.code)) return undefined;
  const { folder } = settings.code;
  try {
    const { code, folderRules } = executionOf(ctx);
    const content = await code.content(settings.code);
    const { mayLinkTo = () => false } = content;
    const { own } = folderRules;
    const isLeftOut = (path: string): boolean => own.includes(path) || basename(path) === '.git';
    const blob = await packed(content, settings, (from) => takeInBytes(packFolder(from, { isLeftOut, mayLinkTo }), code, ctx));
    ctx.log.write(VERSION_COPIED, { name, folder });
    return blob;
  } catch (error) {
    if (error instanceof ArchiveError)
      throw invalidParameter(`The folder ${folder} cannot be published, because a version is a copy of it: it has ${error.message}.`);
    throw error instanceof EmulatorError ? invalidParameter(error.message) : error;
  }
}
