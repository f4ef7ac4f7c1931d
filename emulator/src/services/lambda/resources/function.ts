// AWS::Lambda::Function.

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, number, object, tagChanges, tagMap, text } from '#core/resources/resource-properties';
import { asGiven, asMembers, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { FunctionCode } from '#model/lambda';
import { settingsChanged, settingsOf } from './function-settings.ts';
import { inlineArchive } from './inline-archive.ts';
import { ready } from './ready.ts';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;

const givenCode = shape({
  ImageUri: text,
  S3Bucket: text,
  S3Key: text,
  S3ObjectVersion: text,
  S3ObjectStorageMode: text,
  SourceKMSKeyArn: text,
});
const tenancy = shape({ TenantIsolationMode: must(text) });
const runtimeManagement = shape({ UpdateRuntimeOn: text, RuntimeVersionArn: text });

function codeOf({ Code, Runtime }: Properties): FunctionCode {
  const source = text(object(Code).ZipFile);
  return { ...givenCode(Code), ...(source !== undefined && { ZipFile: inlineArchive(source, text(Runtime) ?? '') }) };
}

const architecturesOf = ({ Architectures }: Properties): string[] | undefined =>
  Array.isArray(Architectures) ? Architectures.map((each: Value) => text(each) ?? '') : undefined;

async function made(FunctionName: string, ctx: ResourceContext): Promise<Created> {
  const { FunctionArn = '', SnapStart } = await ctx.call('lambda', 'GetFunctionConfiguration', { FunctionName });
  return { physicalId: FunctionName, attributes: { Arn: FunctionArn, SnapStartResponse: asMembers({ ...SnapStart }) } };
}

/** A change of the runtime may change the language of inline source, and with it the name of its file. */
const archiveOf = ({ Code, Runtime }: Properties): string =>
  JSON.stringify([Code, object(Code).ZipFile === undefined ? '' : text(Runtime)?.replace(/[\d.x]+$/, '')]);

async function updateCode(FunctionName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [now, before] = [architecturesOf(properties), architecturesOf(previous)];
  const moved = now?.[0] !== before?.[0];
  if (!moved && archiveOf(properties) === archiveOf(previous)) return;
  await ctx.call('lambda', 'UpdateFunctionCode', {
    FunctionName,
    ...codeOf(properties),
    Architectures: moved ? (now ?? ['x86_64']) : undefined,
  });
  await ready(FunctionName, ctx);
}

async function applyConcurrency(FunctionName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [asked, before] = [number(properties.ReservedConcurrentExecutions), number(previous.ReservedConcurrentExecutions)];
  if (asked === before) return;
  if (asked === undefined) await ctx.call('lambda', 'DeleteFunctionConcurrency', { FunctionName });
  else await ctx.call('lambda', 'PutFunctionConcurrency', { FunctionName, ReservedConcurrentExecutions: asked });
}

async function applyRuntimeManagement(
  FunctionName: string,
  properties: Properties,
  previous: Properties,
  ctx: ResourceContext,
): Promise<void> {
  const [asked, before] = [runtimeManagement(properties.RuntimeManagementConfig), runtimeManagement(previous.RuntimeManagementConfig)];
  if (JSON.stringify(asked) === JSON.stringify(before)) return;
  const { UpdateRuntimeOn = 'Auto', RuntimeVersionArn } = asked ?? {};
  await ctx.call('lambda', 'PutRuntimeManagementConfig', { FunctionName, UpdateRuntimeOn, RuntimeVersionArn });
}

async function applySigning(FunctionName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [asked, before] = [text(properties.CodeSigningConfigArn), text(previous.CodeSigningConfigArn)];
  if (asked === before) return;
  if (asked === undefined) await ctx.call('lambda', 'DeleteFunctionCodeSigningConfig', { FunctionName });
  else await ctx.call('lambda', 'PutFunctionCodeSigningConfig', { FunctionName, CodeSigningConfigArn: asked });
}

async function applyRecursion(FunctionName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [asked, before] = [text(properties.RecursiveLoop), text(previous.RecursiveLoop)];
  if (asked !== before) await ctx.call('lambda', 'PutFunctionRecursionConfig', { FunctionName, RecursiveLoop: asked ?? 'Terminate' });
}

async function applyTags(Resource: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const { put, remove } = tagChanges(previous.Tags, properties.Tags);
  if (remove.length > 0) await ctx.call('lambda', 'UntagResource', { Resource, TagKeys: remove });
  if (put.length > 0)
    await ctx.call('lambda', 'TagResource', { Resource, Tags: Object.fromEntries(put.map(({ Key, Value: of }) => [Key, of])) });
}

export const resource: ResourceType = {
  refuse: {
    FunctionScalingConfig:
      'it scales $LATEST.PUBLISHED, to which nothing is published here: put it on a version (PutFunctionScalingConfig).',
    PublishToLatestPublished: 'nothing is published to $LATEST.PUBLISHED here.',
    'FileSystemConfigs.S3FilesConfig': 'mounted buckets are not emulated.',
  },
  async create(properties, ctx) {
    const FunctionName = text(properties.FunctionName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    const { FunctionArn } = await ctx.call('lambda', 'CreateFunction', {
      ...settingsOf(properties),
      FunctionName,
      Role: text(properties.Role)!,
      Code: codeOf(properties),
      PackageType: text(properties.PackageType),
      Architectures: architecturesOf(properties),
      Tags: tagMap(properties.Tags),
      CodeSigningConfigArn: text(properties.CodeSigningConfigArn),
      TenancyConfig: tenancy(properties.TenancyConfig),
    });
    ctx.created(FunctionName);
    await ready(FunctionName, ctx);
    await applyRecursion(FunctionName, properties, {}, ctx);
    await applyConcurrency(FunctionName, properties, {}, ctx);
    await applyRuntimeManagement(FunctionName, properties, {}, ctx);
    return { ...(await made(FunctionName, ctx)), physicalId: nameIn(FunctionArn, FunctionName) };
  },
  async update(FunctionName, properties, previous, ctx) {
    await applySigning(FunctionName, properties, previous, ctx);
    await updateCode(FunctionName, properties, previous, ctx);
    const changes = settingsChanged(previous, properties, FunctionName);
    if (changes) {
      await ctx.call('lambda', 'UpdateFunctionConfiguration', { FunctionName, ...changes });
      await ready(FunctionName, ctx);
    }
    await applyConcurrency(FunctionName, properties, previous, ctx);
    await applyRuntimeManagement(FunctionName, properties, previous, ctx);
    await applyRecursion(FunctionName, properties, previous, ctx);
    const after = await made(FunctionName, ctx);
    await applyTags(String(after.attributes.Arn), properties, previous, ctx);
    return after;
  },
  async delete(FunctionName, _properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'DeleteFunction', { FunctionName }));
  },
  async read(FunctionName, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetFunction', { FunctionName }));
    if (!found) return undefined;
    const { UpdateRuntimeOn, RuntimeVersionArn } = await ctx.call('lambda', 'GetRuntimeManagementConfig', { FunctionName });
    const management = { UpdateRuntimeOn, ...(UpdateRuntimeOn === 'Manual' && { RuntimeVersionArn }) };
    const { RecursiveLoop } = await ctx.call('lambda', 'GetFunctionRecursionConfig', { FunctionName });
    const { CodeSigningConfigArn } = await ctx.call('lambda', 'GetFunctionCodeSigningConfig', { FunctionName });
    const { Configuration, Concurrency, Tags } = found;
    const { KMSKeyArn: _, ...settings } = settingsOf(asMembers({ ...Configuration }));
    return readAs({
      ...settings,
      Description: settings.Description || undefined,
      DeadLetterConfig: settings.DeadLetterConfig,
      Environment: settings.Environment,
      Layers: Configuration?.Layers?.map(({ Arn }) => Arn),
      FileSystemConfigs: settings.FileSystemConfigs,
      LoggingConfig: asGiven(settings.LoggingConfig, properties.LoggingConfig),
      VpcConfig: asGiven(settings.VpcConfig, properties.VpcConfig),
      ImageConfig: asGiven(Configuration?.ImageConfigResponse?.ImageConfig, properties.ImageConfig),
      KmsKeyArn: Configuration?.KMSKeyArn,
      FunctionName: Configuration?.FunctionName,
      Architectures: Configuration?.Architectures,
      PackageType: Configuration?.PackageType,
      ReservedConcurrentExecutions: Concurrency?.ReservedConcurrentExecutions,
      RuntimeManagementConfig: management,
      RecursiveLoop,
      CodeSigningConfigArn: CodeSigningConfigArn || undefined,
      TenancyConfig: Configuration?.TenancyConfig,
      DurableConfig: asGiven(settings.DurableConfig, properties.DurableConfig),
      CapacityProviderConfig: settings.CapacityProviderConfig,
      Tags: Tags && Object.entries(Tags).map(([Key, of]) => ({ Key, Value: of })),
    });
  },
  async list(_filter, Marker, ctx) {
    const { Functions = [], NextMarker: next } = await ctx.call('lambda', 'ListFunctions', { Marker });
    return { items: Functions.map(({ FunctionName }) => ({ FunctionName: FunctionName! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.FunctionName) ?? '', ctx),
};

/** A template may give the name as an ARN, but `Ref` is the bare name. */
const nameIn = (arn: string | undefined, given: string): string => arn?.split(':')[6] ?? given;
