// AWS::Lambda::Version.

import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { conflict } from '#services/lambda/faults';
import { functionArn, parseFunctionName } from '#services/lambda/lookup/function-name';
import { type VersionRecord, versions } from '#services/lambda/state';
import { applyProvisioned, readProvisioned } from './provisioned.ts';
import { ready } from './ready.ts';

const runtimePolicy = shape({ UpdateRuntimeOn: text, RuntimeVersionArn: text });

const made = (FunctionArn: string): Created => ({
  physicalId: FunctionArn,
  attributes: { FunctionArn, Version: FunctionArn.split(':').at(-1) ?? '' },
});

/** A version cannot be changed, so each change replaces it. */
const LATEST = '$LATEST';

/** The text of the resource since 2023-11 (aws-cdk#28252). */
const exists = (arn: string): Fault => conflict(`Version already exists: [${arn}]. Please modify the function to create a new version.`);

/**
 * The number of the last version, if it has the code and the settings of the latest. `PublishVersion` takes each update for a change, equal code
 * included, and the resource does not: a deployment of what a hotswap of the CDK has brought fails (aws-cdk#35540).
 */
function versionLikeLatest(functionName: string, ctx: ResourceContext): number | undefined {
  const { name } = parseFunctionName(functionName) ?? {};
  const found =
    name === undefined
      ? []
      : ctx
          .records(versions)
          .entries([name])
          .map(([, version]) => version);
  const [latest, last] = [found.find(({ version }) => version === 0), found.at(-1)];
  const described = ({ settings: { id: _, description: __, ...rest } }: Frozen<VersionRecord>): string => JSON.stringify(rest);
  return latest && last && last !== latest && described(last) === described(latest) ? last.version : undefined;
}

export const resource: ResourceType = {
  refuse: {
    FunctionScalingConfig: 'functions on managed instances are not emulated.',
  },
  async create(properties, ctx) {
    const FunctionName = text(properties.FunctionName)!;
    // A new version gives the latest one a new revision; settings that have a version already leave it as it is.
    const revision = async () => (await ctx.call('lambda', 'GetFunctionConfiguration', { FunctionName })).RevisionId;
    const before = await revision();
    const same = versionLikeLatest(FunctionName, ctx);
    if (same !== undefined) throw exists(functionArn(ctx, parseFunctionName(FunctionName)!.name, String(same)));
    const published = await ctx.call('lambda', 'PublishVersion', {
      FunctionName,
      CodeSha256: text(properties.CodeSha256),
      Description: text(properties.Description),
    });
    const Qualifier = published.Version!;
    if ((await revision()) === before) throw exists(published.FunctionArn!);
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
