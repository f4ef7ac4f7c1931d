// The layers of a function: finds them, checks that they fit together, and limits their size together with the code.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { MAX_UNZIPPED_BYTES } from '#services/lambda/code/archive';
import { blobsOf, isFolder } from '#services/lambda/code/code-ref';
import { executionOf } from '#services/lambda/execution/execution';
import { invalidParameter } from '#services/lambda/faults';
import type { CodeRef, LayerUse, Settings } from '#services/lambda/state';
import { findLayerVersion, namedLayer } from './find-layer.ts';

/** Limit: layers of a function. */
const MAX_LAYERS = 5;

/** In the given order. @throws Fault in the words of the service */
export function layersOf(arns: readonly string[], ctx: Ctx): readonly LayerUse[] {
  if (arns.length > MAX_LAYERS) throw invalidParameter(`Cannot reference more than ${MAX_LAYERS} layers.`);
  requireOwnRegion(arns, ctx);
  const seen = new Map<string, string>();
  const found = arns.map((arn) => {
    const layer = arn.slice(0, arn.lastIndexOf(':'));
    const other = seen.get(layer);
    if (other !== undefined)
      throw invalidParameter(
        `Two different versions of the same layer are not allowed to be referenced in the same function. ${other} and ${arn} are versions of the same layer.`,
      );
    seen.set(layer, arn);
    return { arn, code: codeOfLayer(arn, ctx) };
  });
  const hot = found.find(({ code }) => isFolder(code));
  if (hot && found.length > 1)
    throw invalidParameter(
      `The layer ${hot.arn} runs from a folder (hot reload), so it must be the only layer of its function: layers are merged, and a merged folder would not change with it.`,
    );
  return found;
}

/** @throws Fault if a layer lies in another region */
export function requireOwnRegion(arns: readonly string[], ctx: Ctx): void {
  if (arns.some((arn) => namedLayer(arn, ctx).there.region !== ctx.region))
    throw invalidParameter(`Layers are not in the same region as the function. Layers are expected to be in region ${ctx.region}.`);
}

function codeOfLayer(arn: string, ctx: Ctx): Frozen<CodeRef> {
  try {
    return findLayerVersion(arn, undefined, ctx).layer.code;
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'AccessDeniedException') throw error;
    throw invalidParameter(`Layer version ${arn} does not exist.`);
  }
}

/** Folders do not count, because they grow and shrink. @throws Fault if code and layers together are too large */
export async function checkTotalSize({ code, layers = [] }: Pick<Frozen<Settings>, 'code' | 'layers'>, ctx: Ctx): Promise<void> {
  if (layers.length === 0) return;
  const store = executionOf(ctx).code;
  let total = 0;
  for (const ref of [code, ...layers.map((layer) => layer.code)].flatMap((each) => blobsOf(each)))
    total += await folderBytes((await store.content(ref)).localDir);
  if (total > MAX_UNZIPPED_BYTES)
    throw invalidParameter(
      `Function code combined with layers exceeds the maximum allowed size of ${MAX_UNZIPPED_BYTES} bytes. The actual size is ${total} bytes.`,
    );
}

async function folderBytes(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size;
  return total;
}
