// Provisioned concurrency of versions and aliases: environments kept ready with their code loaded.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type ProvisionedConcurrencyConfigListItem } from '#model/lambda';
import { type ProvisionedRecord, provisioned, provisionedInAll } from '#services/lambda/concurrency/provisioned-record';
import { executionOf } from '#services/lambda/execution/execution';
import { fleetKey } from '#services/lambda/execution/fleet-key';
import { conflict, functionNotFound, invalidAmount, invalidParameter, notFound } from '#services/lambda/faults';
import { findFunction, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, LATEST, versionNumber } from '#services/lambda/lookup/function-name';
import { lambdaTime } from '#services/lambda/lookup/lambda-time';
import { ACCOUNT_CONCURRENCY, MIN_UNRESERVED } from '#services/lambda/lookup/limits';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { refuseTenants } from '#services/lambda/lookup/tenant';
import { totalsOf } from '#services/lambda/lookup/totals';
import { aliases, versions } from '#services/lambda/state';
import { forget, movedKey, PROVISION, release, versionBehind } from './provision.ts';

interface QualifiedFunction {
  readonly FunctionName: string;
  readonly Qualifier: string;
}

export const PutProvisionedConcurrencyConfig = operation('PutProvisionedConcurrencyConfig', (input, ctx) => {
  const { name, qualifier } = holder(input, ctx, 'Provisioned Concurrency Configs cannot be applied to unpublished function versions.');
  const { settings } = findVersion({ name, qualifier }, ctx).version;
  refuseTenants(settings, 'Provisioned concurrency is');
  if (settings.capacity) throw invalidParameter('Provisioned concurrency is not supported for functions with a capacity provider.');
  checkAmount({ name, qualifier }, input.ProvisionedConcurrentExecutions, ctx);
  refuseTwice(name, qualifier, ctx);
  const record: ProvisionedRecord = {
    name,
    qualifier,
    requested: input.ProvisionedConcurrentExecutions,
    status: 'IN_PROGRESS',
    version: versionBehind(name, qualifier, ctx),
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(provisioned), [name, qualifier], record);
    ctx.watch(tx, PROVISION, [name, qualifier], movedKey(name, qualifier));
  });
  return describe(record, ctx);
});

export const GetProvisionedConcurrencyConfig = operation('GetProvisionedConcurrencyConfig', (input, ctx) =>
  describe(existing(input, ctx), ctx),
);

export const DeleteProvisionedConcurrencyConfig = operation('DeleteProvisionedConcurrencyConfig', (input, ctx) => {
  const { name, qualifier } = holder(input, ctx);
  const record = ctx.records(provisioned).get([name, qualifier]);
  if (!record) return;
  ctx.write((tx) => forget(tx, record, ctx));
  release(record, ctx);
});

export const ListProvisionedConcurrencyConfigs = operation('ListProvisionedConcurrencyConfigs', (input, ctx) => {
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  const page = pageOfKeyed<[string, string], ProvisionedConcurrencyConfigListItem>(input, (after, limit) =>
    ctx
      .records(provisioned)
      .entries([name], { after, limit })
      .map(([key, record]) => [key, { FunctionArn: functionArn(ctx, name, record.qualifier), ...describe(record, ctx) }]),
  );
  return { ProvisionedConcurrencyConfigs: page.items, NextMarker: page.NextMarker };
});

function describe(record: Frozen<ProvisionedRecord>, ctx: Ctx) {
  const { live, idle } = executionOf(ctx).pool.countsOf(fleetKey(record.name, record.version, ctx));
  const ready = record.status === 'READY';
  return {
    RequestedProvisionedConcurrentExecutions: record.requested,
    AvailableProvisionedConcurrentExecutions: ready ? Math.min(record.requested, idle) : 0,
    AllocatedProvisionedConcurrentExecutions: ready ? Math.min(record.requested, live) : 0,
    Status: record.status,
    ...(record.reason !== undefined && { StatusReason: record.reason }),
    LastModified: lambdaTime(record.modifiedMs),
  };
}

function holder(
  input: QualifiedFunction,
  ctx: Ctx,
  latest = 'The function resource provided must be an alias or a published version.',
): { name: string; qualifier: string } {
  const { name, qualifier = '' } = named(input, ctx);
  if (qualifier === LATEST) throw invalidParameter(latest);
  const number = versionNumber(qualifier);
  if (number === undefined && !ctx.records(aliases).has([name, qualifier]))
    throw notFound(`Cannot find alias arn: ${functionArn(ctx, name, qualifier)}`);
  if (number !== undefined && !ctx.records(versions).has([name, number])) throw functionNotFound(functionArn(ctx, name, qualifier));
  return { name, qualifier };
}

function existing(input: QualifiedFunction, ctx: Ctx): Frozen<ProvisionedRecord> {
  const { name, qualifier } = holder(input, ctx);
  const found = ctx.records(provisioned).get([name, qualifier]);
  if (!found)
    throw fault('ProvisionedConcurrencyConfigNotFoundException', 'No Provisioned Concurrency Config found for this function', {
      Type: 'User',
    });
  return found;
}

function checkAmount({ name, qualifier }: { name: string; qualifier: string }, asked: number, ctx: Ctx): void {
  const { reserved } = findFunction(name, ctx);
  if (reserved !== undefined && asked + provisionedInAll(name, ctx, qualifier) > reserved)
    throw invalidParameter('Requested Provisioned Concurrency should not be greater than the reservedConcurrentExecution for function');
  const unreserved = ACCOUNT_CONCURRENCY - totalsOf(ctx).reserved;
  if (reserved === undefined && asked > unreserved)
    throw invalidAmount(`Specified ConcurrentExecutions for function is greater than account's unreserved concurrency [${unreserved}].`);
  if (reserved === undefined && unreserved - asked < MIN_UNRESERVED)
    throw invalidAmount(
      `Specified ConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${MIN_UNRESERVED}].`,
    );
}

/** A version can be provisioned directly or through one alias, but not twice. */
function refuseTwice(name: string, qualifier: string, ctx: Ctx): void {
  const version = versionBehind(name, qualifier, ctx);
  for (const other of ctx.records(provisioned).range([name])) {
    if (other.qualifier === qualifier || versionBehind(name, other.qualifier, ctx) !== version) continue;
    throw versionNumber(qualifier) === undefined
      ? conflict("Alias can't be used for Provisioned Concurrency configuration on an already Provisioned version")
      : conflict('Version is pointed by a Provisioned Concurrency alias');
  }
}
