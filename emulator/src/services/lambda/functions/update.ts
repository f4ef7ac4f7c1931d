// UpdateFunctionCode and UpdateFunctionConfiguration. The previous settings serve invocations until the new ones are ready.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import { type FunctionConfiguration, operation, type UpdateFunctionConfigurationRequest } from '#model/lambda';
import { existingCapacity } from '#services/lambda/capacity/capacity-providers';
import { takeInCode } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { revisionMismatch } from '#services/lambda/faults';
import { checkTotalSize, layersOf } from '#services/lambda/layers/layers-of-function';
import { pullLayers } from '#services/lambda/layers/pull-layers';
import { findFunction, findVersionNumbered, named } from '#services/lambda/lookup/find-function';
import { refuseWhileBusy } from '#services/lambda/lookup/readiness';
import { inOwnersAccount } from '#services/lambda/permissions/across-accounts';
import { checkSignature } from '#services/lambda/signing/code-signing-check';
import type { Settings, VersionRecord } from '#services/lambda/state';
import { configuration } from './describe.ts';
import { changedImage } from './image.ts';
import { publish } from './publish.ts';
import { architectureOf, changed, refuseMembers } from './settings.ts';
import { snapshotOf } from './snapshot.ts';
import { activateSoon, putVersion, UPDATING } from './versions-write.ts';

interface UpdateRequest {
  readonly FunctionName: string;
  readonly RevisionId?: string | undefined;
}

export const UpdateFunctionConfiguration = operation('UpdateFunctionConfiguration', (input, ctx) => {
  const { name, version } = updatable(input, ctx);
  if (!input.Layers) return configuration(ctx, update(name, version, changed(version.settings, input, name, ctx.id()), ctx), { name });
  return updateWithLayers(input, input.Layers, ctx);
});

async function updateWithLayers(
  input: UpdateFunctionConfigurationRequest,
  arns: readonly string[],
  ctx: Ctx,
): Promise<FunctionConfiguration> {
  const { code } = updatable(input, ctx).version.settings;
  await pullLayers(arns, ctx);
  await checkTotalSize({ code, layers: layersOf(arns, ctx) }, ctx);
  // State may have changed while the files were counted.
  const { name, version } = updatable(input, ctx);
  const settings = { ...changed(version.settings, input, name, ctx.id()), layers: layersOf(arns, ctx) };
  return configuration(ctx, update(name, version, settings, ctx), { name });
}

export const UpdateFunctionCode = operation(
  'UpdateFunctionCode',
  inOwnersAccount(async (input, ctx) => {
    refuseMembers(input);
    const { name, version: before } = updatable(input, ctx);
    const image = changedImage(before.settings, input);
    if (!image) checkSignature(name, ctx);
    const code = image ? undefined : await takeInCode(input, executionOf(ctx), ctx);
    await checkTotalSize({ code, layers: before.settings.layers }, ctx);
    const copy = input.Publish && !input.DryRun ? await snapshotOf(name, { ...before.settings, code }, ctx) : undefined;
    // State may have changed while the code was taken in.
    const { version } = updatable(input, ctx);
    const settings: Settings = {
      ...version.settings,
      id: ctx.id(),
      code,
      image,
      codeKmsKeyArn: input.SourceKMSKeyArn ?? version.settings.codeKmsKeyArn,
      architecture: architectureOf(input.Architectures) ?? version.settings.architecture,
    };
    if (input.DryRun) return configuration(ctx, { ...before, settings }, { name });
    const updated = update(name, version, settings, ctx);
    return input.Publish ? publishUpdated(name, copy, ctx) : configuration(ctx, updated, { name });
  }),
);

function publishUpdated(name: string, copy: BlobRef | undefined, ctx: Ctx): FunctionConfiguration {
  const published = publish(name, { copy }, ctx);
  return configuration(ctx, published, { name, qualifier: String(published.version) });
}

function updatable(input: UpdateRequest, ctx: Ctx): { name: string; version: Frozen<VersionRecord> } {
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  const version = findVersionNumbered(name, 0, ctx);
  if (input.RevisionId !== undefined && input.RevisionId !== version.revisionId) throw revisionMismatch('GetFunction/GetAlias');
  refuseWhileBusy(name, version, ctx);
  return { name, version };
}

function update(name: string, before: Frozen<VersionRecord>, settings: Settings, ctx: Ctx): VersionRecord {
  if (settings.capacity) existingCapacity(settings.capacity.arn, ctx);
  const { update: _, ...rest } = before;
  const version: VersionRecord = {
    ...rest,
    settings,
    // A function that has never worked has nothing to serve meanwhile.
    ...(before.state === 'Active' && { serving: before.serving ?? before.settings }),
    update: UPDATING,
    revisionId: ctx.id(),
    lastModifiedMs: ctx.now(),
  };
  ctx.write((tx) => {
    putVersion(tx, name, version, ctx);
    activateSoon(tx, name, version, ctx, ctx.options.FUNCTION_UPDATE_MS);
  });
  return version;
}
