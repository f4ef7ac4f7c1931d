// Fetches one version of a layer from the real cloud: asks for its description, downloads the archive, and compares its checksum.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { type SigningKey, signedHeaders } from '#lib/sign-v4';
import type { GetLayerVersionResponse } from '#model/lambda';
import { takeInBytes } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { invalidParameter } from '#services/lambda/faults';
import { LAYER_CLOSED, LAYER_PULLED } from '#services/lambda/messages';
import type { NamedLayer } from './find-layer.ts';
import { keepLayer } from './keep-layer.ts';

const ACTION = 'lambda:GetLayerVersion';
const MAX_WAIT_MS = 60_000;

type PulledLayer = GetLayerVersionResponse & { readonly message?: string; readonly Message?: string };

export async function pullLayer(named: NamedLayer, arn: string, key: SigningKey, ctx: Ctx): Promise<void> {
  ctx.log.write(LAYER_PULLED, { arn });
  const pulled = await ask(named, arn, key, ctx);
  const { Location = '', CodeSha256 = '' } = pulled.Content ?? {};
  const archive = await get(arn, Location).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
  const is = createHash('sha256').update(archive).digest('base64');
  if (is !== CodeSha256) throw cannot(arn, `its archive has the checksum ${is}, not ${CodeSha256}`);
  const code = await takeInBytes(archive, executionOf(ctx).code, ctx);
  const facts = {
    description: pulled.Description ?? '',
    createdMs: Date.parse(pulled.CreatedDate ?? '') || ctx.now(),
    runtimes: pulled.CompatibleRuntimes,
    architectures: pulled.CompatibleArchitectures,
    licence: pulled.LicenseInfo,
  };
  keepLayer(named, code, facts, ctx);
}

async function ask({ there: { region } }: NamedLayer, arn: string, key: SigningKey, ctx: Ctx): Promise<PulledLayer> {
  const host = `https://lambda.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const url = new URL('/2018-10-31/layers', ctx.options.FUNCTION_LAYERS_ENDPOINT || host);
  url.searchParams.set('find', 'LayerVersion');
  url.searchParams.set('Arn', arn);
  // The cloud compares the signature with its own clock, not with the emulator's.
  const headers = signedHeaders({ url, service: 'lambda', region, atMs: Date.now() }, key);
  const answer = await get(arn, url.href, headers);
  const pulled = (await answer.json().catch(() => ({}))) as PulledLayer;
  if (answer.ok) return pulled;
  const message = pulled.message ?? pulled.Message ?? answer.statusText;
  if (answer.status === 404) throw invalidParameter(`Layer version ${arn} does not exist.`);
  if (answer.status === 403 && /not authorized to perform/.test(message)) throw closed(arn, message, ctx);
  throw cannot(arn, `${answer.status} ${message}`);
}

async function get(arn: string, url: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(MAX_WAIT_MS) });
  } catch (error) {
    const { message, cause } = error as Error;
    throw cannot(arn, cause instanceof Error ? cause.message : message);
  }
}

const cannot = (arn: string, why: string) =>
  invalidParameter(`Layer version ${arn} could not be pulled from the account that has it: ${why}.`);

/** The cloud's message names the account of the credentials. */
function closed(arn: string, message: string, ctx: Ctx) {
  const [, layer = '', version = ''] = /^(.*):(\d+)$/.exec(arn) ?? [];
  const account = /\barn:[^:]+:(?:iam|sts)::(\d{12}):/.exec(message)?.[1] ?? '<account of the credentials>';
  const command = `aws lambda add-layer-version-permission --layer-name ${layer} --version-number ${version} --statement-id account-${account} --action ${ACTION} --principal ${account}`;
  ctx.log.write(LAYER_CLOSED, { arn, account, command });
  return unmodelled('AccessDeniedException', `${message}. Its owner allows it by: ${command}`, { status: 403 });
}
