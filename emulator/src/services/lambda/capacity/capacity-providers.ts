// Capacity providers of managed instances: records only. No instance is started; functions that name a provider run like others.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { type CapacityProvider, type FunctionVersionsByCapacityProviderListItem, fault, operation } from '#model/lambda';
import { conflict, invalidParameter, notFound } from '#services/lambda/faults';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { lambdaTime } from '#services/lambda/lookup/lambda-time';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { CAPACITY_RECORD_ONLY } from '#services/lambda/messages';
import { versions } from '#services/lambda/state';
import { LAMBDA_TAGS } from '#services/lambda/tag-rules';
import { type CapacityRecord, capacityNameIn, capacityProviders, versionsByCapacity } from './capacity-record.ts';

/** Limit: capacity providers of an account in a region. */
const MAX_PROVIDERS = 1000;
/** Used if the request has no scaling configuration. */
const DEFAULT_SCALING = { ScalingMode: 'Auto', MaxVCpuCount: 400 } as const;

export const capacityArn = (name: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string =>
  formatArn({ service: 'lambda', region, account, resource: `capacity-provider:${name}` });

function describe(record: Frozen<CapacityRecord>, ctx: Ctx, State: CapacityProvider['State'] = 'Active'): CapacityProvider {
  return {
    CapacityProviderArn: capacityArn(record.name, ctx),
    State,
    VpcConfig: record.vpc,
    PermissionsConfig: record.permissions,
    InstanceRequirements: record.instances,
    CapacityProviderScalingConfig: record.scaling,
    KmsKeyArn: record.kmsKeyArn,
    LastModified: lambdaTime(record.modifiedMs),
    PropagateTags: record.propagateTags,
    TelemetryConfig: record.telemetry,
  };
}

/** The provider with this name or ARN. @throws Fault ResourceNotFoundException */
export function existingCapacity(text: string, ctx: Ctx): Frozen<CapacityRecord> {
  const name = capacityNameIn(text);
  const arn = capacityArn(name, ctx);
  const found = text === name || text === arn ? ctx.records(capacityProviders).get([name]) : undefined;
  if (!found) throw notFound(`Capacity provider not found: ${text === name ? arn : text}`);
  return found;
}

function checkScaling({ ScalingMode = 'Auto', ScalingPolicies = [] }: CapacityRecord['scaling']): void {
  if (ScalingMode === 'Manual' && ScalingPolicies.length === 0)
    throw invalidParameter('ScalingPolicies are required when ScalingMode is Manual.');
  if (ScalingMode === 'Auto' && ScalingPolicies.length > 0)
    throw invalidParameter('ScalingPolicies can be specified only when ScalingMode is Manual.');
}

export const CreateCapacityProvider = operation('CreateCapacityProvider', (input, ctx) => {
  const name = capacityNameIn(input.CapacityProviderName);
  const records = ctx.records(capacityProviders);
  if (records.has([name])) throw conflict(`Capacity provider already exists: ${capacityArn(name, ctx)}`);
  if (records.range([], { limit: MAX_PROVIDERS }).length === MAX_PROVIDERS)
    throw fault('CapacityProviderLimitExceededException', `An account has at most ${MAX_PROVIDERS} capacity providers.`, { Type: 'User' });
  const tags = LAMBDA_TAGS.ofNew(input.Tags, ctx);
  const { AllowedInstanceTypes, ExcludedInstanceTypes } = input.InstanceRequirements ?? {};
  if (AllowedInstanceTypes?.length && ExcludedInstanceTypes?.length)
    throw invalidParameter('AllowedInstanceTypes and ExcludedInstanceTypes cannot be specified together.');
  const record: CapacityRecord = {
    name,
    vpc: input.VpcConfig,
    permissions: input.PermissionsConfig,
    instances: input.InstanceRequirements,
    scaling: { ...DEFAULT_SCALING, ...input.CapacityProviderScalingConfig },
    kmsKeyArn: input.KmsKeyArn,
    propagateTags: input.PropagateTags,
    telemetry: input.TelemetryConfig,
    tags,
    modifiedMs: ctx.now(),
  };
  checkScaling(record.scaling);
  ctx.write((tx) => tx.put(records, [name], record));
  ctx.log.write(CAPACITY_RECORD_ONLY, { name });
  return { CapacityProvider: describe(record, ctx, 'Pending') };
});

export const GetCapacityProvider = operation('GetCapacityProvider', ({ CapacityProviderName }, ctx) => ({
  CapacityProvider: describe(existingCapacity(CapacityProviderName, ctx), ctx),
}));

export const UpdateCapacityProvider = operation('UpdateCapacityProvider', (input, ctx) => {
  const before = existingCapacity(input.CapacityProviderName, ctx);
  const record: Frozen<CapacityRecord> = {
    ...before,
    scaling: input.CapacityProviderScalingConfig ? { ...before.scaling, ...input.CapacityProviderScalingConfig } : before.scaling,
    propagateTags: input.PropagateTags ?? before.propagateTags,
    telemetry: input.TelemetryConfig ?? before.telemetry,
    modifiedMs: ctx.now(),
  };
  checkScaling(record.scaling);
  ctx.write((tx) => tx.put(ctx.records(capacityProviders), [record.name], record));
  return { CapacityProvider: describe(record, ctx) };
});

export const DeleteCapacityProvider = operation('DeleteCapacityProvider', ({ CapacityProviderName }, ctx) => {
  const record = existingCapacity(CapacityProviderName, ctx);
  if (ctx.records(versionsByCapacity).range([record.name], { limit: 1 }).length > 0)
    throw conflict(`The capacity provider ${capacityArn(record.name, ctx)} is used by function versions: delete them first.`);
  ctx.write((tx) => tx.delete(ctx.records(capacityProviders), [record.name]));
  return { CapacityProvider: describe(record, ctx, 'Deleting') };
});

/** All providers are Active, so a filter for another state finds none. */
export const ListCapacityProviders = operation('ListCapacityProviders', (input, ctx) => {
  if (input.State !== undefined && input.State !== 'Active') return { CapacityProviders: [] };
  const page = pageOfKeyed<[string], CapacityProvider>(input, (after, limit) =>
    ctx
      .records(capacityProviders)
      .entries([], { after, limit })
      .map(([key, record]) => [key, describe(record, ctx)]),
  );
  return { CapacityProviders: page.items, NextMarker: page.NextMarker };
});

export const ListFunctionVersionsByCapacityProvider = operation('ListFunctionVersionsByCapacityProvider', (input, ctx) => {
  const { name } = existingCapacity(input.CapacityProviderName, ctx);
  const page = pageOfKeyed<[string, string, number], FunctionVersionsByCapacityProviderListItem>(input, (after, limit) =>
    ctx
      .records(versionsByCapacity)
      .entries([name], { after, limit })
      .map(([key, use]) => [
        key,
        {
          FunctionArn: functionArn(ctx, use.name, versionName(use.version)),
          State: ctx.records(versions).get([use.name, use.version])!.state,
        },
      ]),
  );
  return { CapacityProviderArn: capacityArn(name, ctx), FunctionVersions: page.items, NextMarker: page.NextMarker };
});
