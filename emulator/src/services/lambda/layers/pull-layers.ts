// Layers of other accounts that are not here: taken once from the folder of layers, from the cloud if credentials are configured, or made here
// where it is a public layer that is known (public/known-layers.ts), and then kept.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { invalidParameter } from '#services/lambda/faults';
import { pullsOf } from './at-once.ts';
import { type NamedLayer, namedLayer } from './find-layer.ts';
import { layers, layerVersions } from './layer-record.ts';

/** Does nothing if every layer is here. @throws Fault that says what is missing */
export async function pullLayers(arns: readonly string[], ctx: Ctx): Promise<void> {
  for (const arn of arns) {
    const named = namedLayer(arn, ctx);
    if (isForeign(named, ctx)) await pullsOf(ctx).run(arn, () => pull(named, arn, ctx));
  }
}

async function pull(named: NamedLayer, arn: string, ctx: Ctx): Promise<void> {
  const { takeFromFolder, leaveOut } = await import('./local-layer.ts');
  if (await takeFromFolder(named, arn, ctx)) return;
  if (await takeFromCloud(named, arn, ctx)) return;
  const { makeLayer } = await import('./public/make-layer.ts');
  const made = await makeLayer(named, arn, ctx);
  if (made.kept) return;
  if (ctx.options.FUNCTION_LAYERS_MISSING === 'fail') throw missing(arn, made.why);
  await leaveOut(named, arn, made.why, ctx);
}

/** Whether credentials of a real account are configured, which then has it. */
async function takeFromCloud(named: NamedLayer, arn: string, ctx: Ctx): Promise<boolean> {
  const { FUNCTION_LAYERS_ACCESS_KEY_ID: accessKeyId, FUNCTION_LAYERS_SECRET_ACCESS_KEY: secretAccessKey } = ctx.options;
  if (accessKeyId === '' || secretAccessKey === '') return false;
  const { pullLayer } = await import('./pull-layer.ts');
  const sessionToken = ctx.options.FUNCTION_LAYERS_SESSION_TOKEN || undefined;
  await pullLayer(named, arn, { accessKeyId, secretAccessKey, sessionToken }, ctx);
  return true;
}

const missing = (arn: string, why: string | undefined): Fault =>
  invalidParameter(
    `Layer version ${arn} does not exist here. ${why ?? 'If it lies in a real account:'} FUNCTION_LAYERS_ACCESS_KEY_ID and FUNCTION_LAYERS_SECRET_ACCESS_KEY (and FUNCTION_LAYERS_SESSION_TOKEN, for credentials of a session) let the emulator pull it from the real account that has it. FUNCTION_LAYERS_DIR names a folder of archives instead, and FUNCTION_LAYERS_MISSING=skip runs functions without it.`,
  );

/** Whether a layer belongs to another account that has no layer of this name here, or only other pulled versions of it. */
function isForeign({ there, name, version }: NamedLayer, ctx: Ctx): boolean {
  if (there.account === ctx.account || there.account === DEFAULT_ACCOUNT || there.region !== ctx.region) return false;
  if (version === undefined || there.records(layerVersions).has([name, version])) return false;
  return !there.records(layers).has([name]);
}
