// Layers of real accounts: a layer that no account here has is taken once from the folder of layers, or from the cloud if credentials are
// configured, and then kept.

import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { invalidParameter } from '#services/lambda/faults';
import { type NamedLayer, namedLayer } from './find-layer.ts';
import { layers, layerVersions } from './layer-record.ts';

/** Does nothing if every layer is here. @throws Fault that says what is missing */
export async function pullLayers(arns: readonly string[], ctx: Ctx): Promise<void> {
  for (const arn of arns) {
    const named = namedLayer(arn, ctx);
    if (!isForeign(named, ctx)) continue;
    const { takeFromFolder, leaveOut } = await import('./local-layer.ts');
    if (await takeFromFolder(named, arn, ctx)) continue;
    const { FUNCTION_LAYERS_ACCESS_KEY_ID: accessKeyId, FUNCTION_LAYERS_SECRET_ACCESS_KEY: secretAccessKey } = ctx.options;
    const hasKey = accessKeyId !== '' && secretAccessKey !== '';
    if (!hasKey && ctx.options.FUNCTION_LAYERS_ABSENT === 'leave-out') {
      await leaveOut(named, arn, ctx);
      continue;
    }
    if (!hasKey)
      throw invalidParameter(
        `Layer version ${arn} does not exist here. If it lies in a real account: FUNCTION_LAYERS_ACCESS_KEY_ID and FUNCTION_LAYERS_SECRET_ACCESS_KEY (and FUNCTION_LAYERS_SESSION_TOKEN, for credentials of a session) let the emulator pull it from there. FUNCTION_LAYERS_FOLDER names a folder of archives instead, and FUNCTION_LAYERS_ABSENT=leave-out runs functions without it.`,
      );
    const { pullLayer } = await import('./pull-layer.ts');
    const key = {
      accessKeyId,
      secretAccessKey,
      sessionToken: ctx.options.FUNCTION_LAYERS_SESSION_TOKEN || undefined,
    };
    await pullLayer(named, arn, key, ctx);
  }
}

/** Whether a layer belongs to another account that has no layer of this name here, or only other pulled versions of it. */
function isForeign({ there, name, version }: NamedLayer, ctx: Ctx): boolean {
  if (there.account === ctx.account || there.account === DEFAULT_ACCOUNT || there.region !== ctx.region) return false;
  if (version === undefined || there.records(layerVersions).has([name, version])) return false;
  return !there.records(layers).has([name]);
}
