// Updates of a function's code and configuration. What was served goes on being served until the new is settled.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { type FunctionConfiguration, operation, type UpdateFunctionConfigurationRequest } from '#model/lambda';
import { existingCapacity } from '#services/lambda/capacity/capacity-providers';
import { takeInCode } from '#services/lambda/code/source';
import { configuration } from '#services/lambda/describe';
import { revisionMismatch } from '#services/lambda/faults';
import { findFunction, findVersionNumbered, named } from '#services/lambda/find-function';
import { changedImage } from '#services/lambda/image';
import { checkTotalSize, layersOf } from '#services/lambda/layers/layers-of-function';
import { pullLayers } from '#services/lambda/layers/pull-layers';
import { checkSignature } from '#services/lambda/signing/code-signing-check';
import type { Settings, VersionRecord } from '#services/lambda/state';
import { activateSoon, putVersion, UPDATING } from '#services/lambda/versions-write';
import { publish } from './publish.ts';
import { refuseWhileBusy } from './readiness.ts';
import { architectureOf, changed, refuseMembers } from './settings.ts';

interface UpdateRequest {
  readonly FunctionName: string;
  readonly RevisionId?: string | undefined;
}

export const UpdateFunctionConfiguration = operation('UpdateFunctionConfiguration', (input, ctx) => {
  const { name, version } = updatable(ctx, input);
  if (!input.Layers) return configuration(ctx, update(ctx, name, version, changed(version.settings, input, name, ctx.id())), { name });
  return updateWithLayers(ctx, input, input.Layers);
});

async function updateWithLayers(
  ctx: Ctx,
  input: UpdateFunctionConfigurationRequest,
  arns: readonly string[],
): Promise<FunctionConfiguration> {
  const { code } = updatable(ctx, input).version.settings;
  await pullLayers(ctx, arns);
  await checkTotalSize(ctx, { code, layers: layersOf(ctx, arns) });
  // The world may have changed while the files were counted.
  const { name, version } = updatable(ctx, input);
  const settings = { ...changed(version.settings, input, name, ctx.id()), layers: layersOf(ctx, arns) };
  return configuration(ctx, update(ctx, name, version, settings), { name });
}

export const UpdateFunctionCode = operation('UpdateFunctionCode', async (input, ctx) => {
  refuseMembers(input);
  const { name, version: before } = updatable(ctx, input);
  const image = changedImage(before.settings, input);
  if (!image) checkSignature(ctx, name);
  const code = image ? undefined : await takeInCode(ctx, input, 'UpdateFunctionCode');
  await checkTotalSize(ctx, { code, layers: before.settings.layers });
  // The world may have changed while the code came in.
  const { version } = updatable(ctx, input);
  const settings: Settings = {
    ...version.settings,
    id: ctx.id(),
    code,
    image,
    codeKmsKeyArn: input.SourceKMSKeyArn ?? version.settings.codeKmsKeyArn,
    architecture: architectureOf(input.Architectures) ?? version.settings.architecture,
  };
  if (input.DryRun) return configuration(ctx, { ...before, settings }, { name });
  const updated = update(ctx, name, version, settings);
  return input.Publish ? publishUpdated(ctx, name) : configuration(ctx, updated, { name });
});

function publishUpdated(ctx: Ctx, name: string): FunctionConfiguration {
  const published = publish(ctx, name, {});
  return configuration(ctx, published, { name, qualifier: String(published.version) });
}

function updatable(ctx: Ctx, input: UpdateRequest): { name: string; version: Frozen<VersionRecord> } {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const version = findVersionNumbered(ctx, name, 0);
  if (input.RevisionId !== undefined && input.RevisionId !== version.revisionId) throw revisionMismatch('GetFunction/GetAlias');
  refuseWhileBusy(ctx, name, version);
  return { name, version };
}

function update(ctx: Ctx, name: string, before: Frozen<VersionRecord>, settings: Settings): VersionRecord {
  if (settings.capacity) existingCapacity(ctx, settings.capacity.arn);
  const { update: _, ...rest } = before;
  const version: VersionRecord = {
    ...rest,
    settings,
    // A function that never worked has nothing to serve meanwhile.
    ...(before.state === 'Active' && { serving: before.serving ?? before.settings }),
    update: UPDATING,
    revisionId: ctx.id(),
    lastModifiedMs: ctx.now(),
  };
  ctx.write((tx) => {
    putVersion(ctx, tx, name, version);
    activateSoon(ctx, tx, name, version);
  });
  return version;
}
