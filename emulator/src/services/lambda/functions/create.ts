// CreateFunction: takes in and checks the code. The function is Pending until the container runtime has been asked about it.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { type CreateFunctionRequest, type FunctionConfiguration, operation } from '#model/lambda';
import { existingCapacity } from '#services/lambda/capacity/capacity-providers';
import { takeInCode } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { conflict, invalidParameter } from '#services/lambda/faults';
import { checkTotalSize, layersOf, requireOwnRegion } from '#services/lambda/layers/layers-of-function';
import { pullLayers } from '#services/lambda/layers/pull-layers';
import { findVersionNumbered, named } from '#services/lambda/lookup/find-function';
import { addToTotals } from '#services/lambda/lookup/totals';
import { untilActive } from '#services/lambda/lookup/until-active';
import { PROVIDER_DISCONTINUED, RUNTIME_DEPRECATED } from '#services/lambda/messages';
import { DEPRECATED } from '#services/lambda/runtimes/runtimes';
import { signingIdOf } from '#services/lambda/signing/code-signing';
import { checkSignature } from '#services/lambda/signing/code-signing-check';
import { setSigning } from '#services/lambda/signing/signing-record';
import { functions, type VersionRecord } from '#services/lambda/state';
import { LAMBDA_TAGS } from '#services/lambda/tag-rules';
import { configuration } from './describe.ts';
import { checkPackage } from './image.ts';
import { newSettings, refuseMembers } from './settings.ts';
import { snapshotOf } from './snapshot.ts';
import { activateSoon, CREATING, putVersion } from './versions-write.ts';

/** Limit: characters of a function's name. */
const MAX_NAME_LENGTH = 64;

export const CreateFunction = operation('CreateFunction', async (input, ctx) => {
  refuseLegacy(ctx);
  const { name } = named(input, ctx);
  check(input, name, ctx);
  if (DEPRECATED.includes(input.Runtime!)) ctx.log.write(RUNTIME_DEPRECATED, { name, runtime: input.Runtime! });
  const exists = () => {
    if (ctx.records(functions).has([name])) throw conflict(`Function already exist: ${name}`);
  };
  // Told before a function that exists already (recorded)
  requireOwnRegion(input.Layers ?? [], ctx);
  exists();
  // Wrong settings are refused before the code is unpacked.
  const signing = input.CodeSigningConfigArn ? signingIdOf(input.CodeSigningConfigArn, ctx) : undefined;
  if (input.Layers) await pullLayers(input.Layers, ctx);
  const settings = { ...newSettings(input, name, ctx.id()), layers: layersOf(input.Layers ?? [], ctx) };
  if (signing !== undefined && !settings.image) checkSignature(name, ctx, signing);
  if (settings.capacity) existingCapacity(settings.capacity.arn, ctx);
  const code = settings.image ? undefined : await takeInCode(input.Code, executionOf(ctx), ctx);
  await checkTotalSize({ code, layers: settings.layers }, ctx);
  const copy = input.Publish ? await snapshotOf(name, { ...settings, code }, ctx) : undefined;
  exists();
  const version: VersionRecord = {
    version: 0,
    // Layers are looked up again: one may have been deleted while the code was taken in.
    settings: { ...settings, code, layers: layersOf(input.Layers ?? [], ctx) },
    ...CREATING,
    revisionId: ctx.id(),
    lastModifiedMs: ctx.now(),
  };
  const published: VersionRecord = {
    ...{ ...version, version: 1, revisionId: ctx.id() },
    settings: { ...version.settings, code: copy ?? code },
  };
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [name], { name, nextVersion: input.Publish ? 2 : 1, tags: { ...input.Tags } });
    if (signing !== undefined) setSigning(tx, name, signing, ctx);
    addToTotals(tx, { functions: 1 }, ctx);
    for (const each of input.Publish ? [version, published] : [version]) {
      putVersion(tx, name, each, ctx);
      activateSoon(tx, name, each, ctx);
    }
  });
  return answer(name, input.Publish ? published : version, ctx);
});

async function answer(name: string, created: VersionRecord, ctx: Ctx): Promise<FunctionConfiguration> {
  // The ARN is the function's own, also where a version was published (recorded in November 2025)
  const shown = { name };
  if (!ctx.options.FUNCTION_SYNCHRONOUS_CREATE) return configuration(ctx, created, shown);
  await untilActive(name, created.version, ctx);
  return configuration(ctx, findVersionNumbered(name, created.version, ctx), shown);
}

/** The old provider of the established emulator is not available. */
function refuseLegacy({ options, log }: Ctx): void {
  if (options.PROVIDER_OVERRIDE_FUNCTION !== 'legacy') return;
  const why = 'PROVIDER_OVERRIDE_FUNCTION=legacy asks for the old provider of functions, which is no more: remove the variable.';
  log.write(PROVIDER_DISCONTINUED, { reason: why });
  throw unmodelled('InternalFailure', why, { status: 501, blame: 'server' });
}

function check(input: CreateFunctionRequest, name: string, ctx: Ctx): void {
  refuseMembers(input);
  if (name.length > MAX_NAME_LENGTH)
    // By this code, unlike other broken constraints (recorded)
    throw invalidParameter(
      `1 validation error detected: Value '${name}' at 'functionName' failed to satisfy constraint: Member must have length less than or equal to ${MAX_NAME_LENGTH}`,
    );
  checkPackage(input);
  LAMBDA_TAGS.ofNew(input.Tags, ctx);
}
