// Layers of other accounts without the cloud: from a folder of archives, or left out where the option says so.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import yazl from 'yazl';
import type { Ctx } from '#core/ctx';
import { takeInBytes } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { LAYER_FROM_FOLDER, LAYER_LEFT_OUT } from '#services/lambda/messages';
import type { NamedLayer } from './find-layer.ts';
import { keepLayer } from './keep-layer.ts';

/** Whether the folder has it. */
export async function takeFromFolder(named: NamedLayer, arn: string, ctx: Ctx): Promise<boolean> {
  const path = await archiveOf(named, ctx.options.FUNCTION_LAYERS_FOLDER);
  if (path === undefined) return false;
  ctx.log.write(LAYER_FROM_FOLDER, { arn, path });
  await keep(named, createReadStream(path), `From ${path}`, ctx);
  return true;
}

/** Keeps an empty layer in its place. */
export async function leaveOut(named: NamedLayer, arn: string, ctx: Ctx): Promise<void> {
  ctx.log.write(LAYER_LEFT_OUT, { arn });
  await keep(named, emptyArchive(), 'Left out: it is not here.', ctx);
}

async function keep(named: NamedLayer, archive: AsyncIterable<Uint8Array>, description: string, ctx: Ctx): Promise<void> {
  keepLayer(named, await takeInBytes(archive, executionOf(ctx).code, ctx), { description, createdMs: ctx.now() }, ctx);
}

/** `<folder>/<account>/<name>/<version>.zip`, or `<folder>/<account>/<name>.zip` for every version. */
async function archiveOf({ there, name, version }: NamedLayer, folder: string): Promise<string | undefined> {
  if (folder === '') return undefined;
  const above = join(resolve(folder), there.account);
  for (const path of [join(above, name, `${version}.zip`), join(above, `${name}.zip`)])
    if ((await stat(path).catch(() => undefined))?.isFile()) return path;
  return undefined;
}

/** An archive needs something in it: the folder of extensions, in which there are none. */
function emptyArchive(): AsyncIterable<Uint8Array> {
  const zip = new yazl.ZipFile();
  zip.addEmptyDirectory('extensions', { mtime: new Date(1980, 0, 1), forceDosTimestamp: true });
  zip.end();
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>;
}
