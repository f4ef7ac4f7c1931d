// Finds the function, version or alias that an operation names.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { accessDenied, functionNotFound, invalidParameter, notFound } from '#services/lambda/faults';
import { type AliasRecord, aliases, type FunctionRecord, functions, type VersionRecord, versions } from '#services/lambda/state';
import { functionArn, parseFunctionName, versionNumber } from './function-name.ts';

export interface FunctionName {
  readonly name: string;
  readonly qualifier: string | undefined;
}

/** Parses a function name and its qualifier. Refuses names in another account or region as the real service does. */
export function named({ FunctionName, Qualifier }: { FunctionName: string; Qualifier?: string | undefined }, ctx: Ctx): FunctionName {
  const parsed = parseFunctionName(FunctionName);
  if (!parsed) throw notFound(`Function not found: ${FunctionName}`);
  const { name, qualifier, account = ctx.account, region = ctx.region } = parsed;
  if (region !== ctx.region) throw notFound(`Functions from '${region}' are not reachable in this region ('${ctx.region}')`);
  if (account !== ctx.account) throw accessDenied(`lambda:${ctx.operation}`, functionArn({ account, region }, name), ctx.account);
  if (Qualifier !== undefined && qualifier !== undefined && Qualifier !== qualifier)
    throw invalidParameter('The derived qualifier from the function name does not match the specified qualifier.');
  return { name, qualifier: Qualifier ?? qualifier };
}

export function findFunction(name: string, ctx: Ctx, qualifier?: string): Frozen<FunctionRecord> {
  const found = ctx.records(functions).get([name]);
  if (!found) throw functionNotFound(functionArn(ctx, name, qualifier));
  return found;
}

export const findAlias = (name: string, alias: string, ctx: Ctx): Frozen<AliasRecord> | undefined =>
  ctx.records(aliases).get([name, alias]);

export function findVersionNumbered(name: string, version: number, ctx: Ctx, qualifier?: string): Frozen<VersionRecord> {
  const found = ctx.records(versions).get([name, version]);
  if (!found) throw functionNotFound(functionArn(ctx, name, qualifier));
  return found;
}

export interface FoundVersion {
  readonly version: Frozen<VersionRecord>;
  readonly alias: Frozen<AliasRecord> | undefined;
}

/** The version behind a qualifier: `$LATEST` without one, the main version for an alias. */
export function findVersion({ name, qualifier }: FunctionName, ctx: Ctx): FoundVersion {
  if (qualifier === undefined) return { version: findVersionNumbered(name, 0, ctx), alias: undefined };
  const number = versionNumber(qualifier);
  if (number !== undefined) return { version: findVersionNumbered(name, number, ctx, qualifier), alias: undefined };
  const alias = findAlias(name, qualifier, ctx);
  if (!alias) throw functionNotFound(functionArn(ctx, name, qualifier));
  return { version: findVersionNumbered(name, alias.version, ctx, qualifier), alias };
}
