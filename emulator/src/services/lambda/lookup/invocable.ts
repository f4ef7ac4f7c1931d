// Determines which version an invocation runs, and with which settings.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { functionNotFound } from '#services/lambda/faults';
import { type FunctionRecord, functions, type Settings, versions } from '#services/lambda/state';
import { type FunctionName, findAlias } from './find-function.ts';
import { functionArn, LATEST, versionNumber } from './function-name.ts';
import { notReady } from './readiness.ts';
import { routed } from './routing.ts';

export interface Invocable {
  readonly fn: Frozen<FunctionRecord>;
  readonly qualifier: string | undefined;
  readonly version: number;
  readonly settings: Frozen<Settings>;
  readonly invokedArn: string;
}

/** @throws Fault if the version does not exist, or is not (or never will be) ready. */
export function invocable({ name, qualifier }: FunctionName, ctx: Ctx): Invocable {
  const fn = ctx.records(functions).get([name]);
  const number = fn && pick(name, qualifier, ctx);
  const version = number === undefined ? undefined : ctx.records(versions).get([name, number]);
  if (!fn || !version) throw functionNotFound(functionArn(ctx, name, qualifier ?? LATEST));
  if (version.state !== 'Active') throw notReady(version.state);
  // During an update the previous settings serve.
  const settings = version.serving ?? version.settings;
  return { fn, qualifier, version: version.version, settings, invokedArn: functionArn(ctx, name, qualifier) };
}

function pick(name: string, qualifier: string | undefined, ctx: Ctx): number | undefined {
  if (qualifier === undefined) return 0;
  const number = versionNumber(qualifier);
  if (number !== undefined) return number;
  const alias = findAlias(name, qualifier, ctx);
  if (!alias) return undefined;
  return alias.weights ? routed(alias.version, alias.weights, Number.parseInt(ctx.random(8), 16) / 2 ** 32) : alias.version;
}
