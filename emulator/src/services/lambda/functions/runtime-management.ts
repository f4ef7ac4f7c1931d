// Runtime management: stored and returned. The interpreters are those of this machine.
import { operation } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';
import { findFunction, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { putVersion } from './versions-write.ts';

export const PutRuntimeManagementConfig = operation('PutRuntimeManagementConfig', (input, ctx) => {
  const { name, qualifier } = named(input, ctx);
  findFunction(name, ctx, qualifier);
  const { version } = findVersion({ name, qualifier }, ctx);
  const { UpdateRuntimeOn: updateOn, RuntimeVersionArn: versionArn } = input;
  if (updateOn === 'Manual' && !versionArn)
    throw invalidParameter('Required parameter RuntimeVersionArn was not provided for UpdateRuntimeOn: Manual');
  if (updateOn !== 'Manual' && versionArn) throw invalidParameter(`RuntimeVersionArn is not allowed for UpdateRuntimeOn: ${updateOn}`);
  ctx.write((tx) => putVersion(tx, name, { ...version, runtimeManagement: { updateOn, ...(versionArn && { versionArn }) } }, ctx));
  return { UpdateRuntimeOn: updateOn, FunctionArn: functionArn(ctx, name, versionName(version.version)), RuntimeVersionArn: versionArn };
});

export const GetRuntimeManagementConfig = operation('GetRuntimeManagementConfig', (input, ctx) => {
  const { name, qualifier } = named(input, ctx);
  findFunction(name, ctx, qualifier);
  const { version } = findVersion({ name, qualifier }, ctx);
  const { updateOn = 'Auto', versionArn } = version.runtimeManagement ?? {};
  return {
    UpdateRuntimeOn: updateOn,
    FunctionArn: functionArn(ctx, name, versionName(version.version)),
    RuntimeVersionArn: updateOn === 'Manual' ? versionArn : undefined,
  };
});
