// Layers of other accounts without the cloud: from a folder of archives, or left out where the option says so.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Ctx } from '#core/ctx';
import { takeInBytes } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { LAYER_FROM_FOLDER, LAYER_LEFT_OUT } from '#services/lambda/messages';
import type { NamedLayer } from './find-layer.ts';
import { keepLayer } from './keep-layer.ts';
import { emptyArchive } from './public/empty-archive.ts';

/** Whether the folder has it. */
export async function takeFromFolder(named: NamedLayer, arn: string, ctx: Ctx): Promise<boolean> {
  const path = await archiveOf(named, ctx.options.FUNCTION_LAYERS_DIR);
  if (path === undefined) return false;
  ctx.log.write(LAYER_FROM_FOLDER, { arn, path });
  await keep(named, createReadStream(path), `From ${path}`, ctx);
  return true;
}

/** Keeps an empty layer in its place. */
export async function leaveOut(named: NamedLayer, arn: string, why: string | undefined, ctx: Ctx): Promise<void> {
  ctx.log.write(LAYER_LEFT_OUT, { arn, why });
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
