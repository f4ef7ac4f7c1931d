// AWS::Lambda::Version.

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { parseFunctionName } from '#services/lambda/function-name';
import { applyProvisioned, readProvisioned } from './provisioned.ts';
import { ready } from './ready.ts';

const runtimePolicy = shape({ UpdateRuntimeOn: text, RuntimeVersionArn: text });

const made = (FunctionArn: string): Created => ({
  physicalId: FunctionArn,
  attributes: { FunctionArn, Version: FunctionArn.split(':').at(-1) ?? '' },
});

/** A version cannot be changed, so each change replaces it. */
const LATEST = '$LATEST';

export const resource: ResourceType = {
  refuse: {
    FunctionScalingConfig: 'functions on managed instances are not emulated.',
  },
  async create(properties, ctx) {
    const FunctionName = text(properties.FunctionName)!;
    // A new version gives the latest one a new revision; settings that have a version already leave it as it is.
    const revision = async () => (await ctx.call('lambda', 'GetFunctionConfiguration', { FunctionName })).RevisionId;
    const before = await revision();
    const published = await ctx.call('lambda', 'PublishVersion', {
      FunctionName,
      CodeSha256: text(properties.CodeSha256),
      Description: text(properties.Description),
    });
    const Qualifier = published.Version!;
    if ((await revision()) === before)
      throw new Error(`A version for this Lambda function exists ( ${Qualifier} ). Modify the function to create a new version.`);
    ctx.created(published.FunctionArn!);
    await ready(published.FunctionName!, ctx, Number(Qualifier));
    const { UpdateRuntimeOn, RuntimeVersionArn } = runtimePolicy(properties.RuntimePolicy) ?? {};
    if (UpdateRuntimeOn !== undefined)
      await ctx.call('lambda', 'PutRuntimeManagementConfig', { FunctionName, Qualifier, UpdateRuntimeOn, RuntimeVersionArn });
    await applyProvisioned({ FunctionName: published.FunctionName!, Qualifier }, properties, {}, ctx);
    return made(published.FunctionArn!);
  },
  async delete(arn, _properties, ctx) {
    const { name, qualifier } = parseFunctionName(arn)!;
    await ignoring(['ResourceNotFoundException'], ctx.call('lambda', 'DeleteFunction', { FunctionName: name, Qualifier: qualifier }));
  },
  async read(arn, properties, ctx) {
    const found = await ignoring(['ResourceNotFoundException'], ctx.call('lambda', 'GetFunctionConfiguration', { FunctionName: arn }));
    if (!found) return undefined;
    const { name, qualifier = '' } = parseFunctionName(arn)!;
    return readAs({
      FunctionName: properties.FunctionName ?? name,
      CodeSha256: found.CodeSha256,
      Description: found.Description || undefined,
      ProvisionedConcurrencyConfig: await readProvisioned({ FunctionName: name, Qualifier: qualifier }, ctx),
    });
  },
  listNeeds: ['FunctionName'],
  async list(filter, Marker, ctx) {
    const { Versions = [], NextMarker: next } = await ctx.call('lambda', 'ListVersionsByFunction', {
      Marker,
      FunctionName: text(filter.FunctionName)!,
    });
    return { items: Versions.filter(({ Version }) => Version !== LATEST).map(({ FunctionArn }) => ({ FunctionArn: FunctionArn! })), next };
  },
  adopt: async (identifier) => made(text(identifier.FunctionArn) ?? ''),
};
