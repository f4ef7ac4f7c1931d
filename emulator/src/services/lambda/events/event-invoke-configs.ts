// Retries and destinations of asynchronous invocations, per function, version or alias.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type FunctionEventInvokeConfig, operation, type PutFunctionEventInvokeConfigRequest } from '#model/lambda';
import { invalidParameter, notFound } from '#services/lambda/faults';
import { findAlias, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, LATEST, parseFunctionName, versionNumber } from '#services/lambda/lookup/function-name';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { type EventConfigRecord, eventConfigs, functions } from '#services/lambda/state';

const describe = (
  [name, qualifier]: readonly [string, string],
  config: Frozen<EventConfigRecord>,
  ctx: Ctx,
): FunctionEventInvokeConfig => ({
  LastModified: new Date(config.lastModifiedMs),
  FunctionArn: functionArn(ctx, name, qualifier),
  ...(config.maxRetries !== undefined && { MaximumRetryAttempts: config.maxRetries }),
  ...(config.maxAgeS !== undefined && { MaximumEventAgeInSeconds: config.maxAgeS }),
  DestinationConfig: {
    OnSuccess: config.onSuccess === undefined ? {} : { Destination: config.onSuccess },
    OnFailure: config.onFailure === undefined ? {} : { Destination: config.onFailure },
  },
});

/** Without a qualifier it is the configuration of `$LATEST`. */
function keyOf(input: { FunctionName: string; Qualifier?: string | undefined }, ctx: Ctx): [string, string] {
  const { name, qualifier = LATEST } = named(input, ctx);
  return [name, qualifier];
}

/** Reading and deleting do not ask for the function: they only miss its configuration. */
function requireFunction(name: string, ctx: Ctx): void {
  if (!ctx.records(functions).has([name])) throw noFunction();
}

/** Told before a function that does not exist (recorded). */
function requireSetting({ MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig }: PutFunctionEventInvokeConfigRequest): void {
  if (MaximumRetryAttempts === undefined && MaximumEventAgeInSeconds === undefined && DestinationConfig === undefined)
    throw invalidParameter('You must specify at least one of error handling or destination setting.');
}

const noFunction = () => notFound("The function doesn't exist.");

/** This kind of target can only be a destination for failures. */
const BUCKET = 'bucket';

interface Destinations {
  readonly OnSuccess: string | undefined;
  readonly OnFailure: string | undefined;
}

const shown = ({ OnSuccess, OnFailure }: Destinations): string =>
  `DestinationConfig(onSuccess=${OnSuccess ? `OnSuccess(destination=${OnSuccess})` : null}, onFailure=${OnFailure ? `OnFailure(destination=${OnFailure})` : null})`;

/** Whether an ARN is that of a function of this account and region that does not exist. */
function isMissingFunction(arn: string, ctx: Ctx): boolean {
  if (!arn.startsWith(functionArn(ctx, ''))) return false;
  const parsed = parseFunctionName(arn);
  return parsed !== undefined && !ctx.records(functions).has([parsed.name]);
}

function checkDestination([name]: readonly [string, string], kind: 'OnSuccess' | 'OnFailure', config: Destinations, ctx: Ctx): void {
  const arn = config[kind];
  if (!arn) return;
  if (arn === functionArn(ctx, name)) throw invalidParameter("You can't specify the function as a destination for itself.");
  const targetKind = ctx.targetKind(arn);
  if (targetKind === undefined || (targetKind === BUCKET && kind === 'OnSuccess'))
    throw invalidParameter(`The provided destination config ${shown(config)} is invalid.`);
  if (isMissingFunction(arn, ctx)) throw invalidParameter(`The destination ARN ${arn} is invalid.`);
}

function changed(
  key: [string, string],
  before: Frozen<EventConfigRecord> | undefined,
  input: PutFunctionEventInvokeConfigRequest,
  ctx: Ctx,
) {
  const { MaximumRetryAttempts: maxRetries, MaximumEventAgeInSeconds: maxAgeS, DestinationConfig } = input;
  const onSuccess = DestinationConfig?.OnSuccess ? DestinationConfig.OnSuccess.Destination : before?.onSuccess;
  const onFailure = DestinationConfig?.OnFailure ? DestinationConfig.OnFailure.Destination : before?.onFailure;
  const destinations = { OnSuccess: onSuccess, OnFailure: onFailure };
  checkDestination(key, 'OnSuccess', destinations, ctx);
  checkDestination(key, 'OnFailure', destinations, ctx);
  return {
    lastModifiedMs: ctx.now(),
    maxRetries: maxRetries ?? before?.maxRetries,
    maxAgeS: maxAgeS ?? before?.maxAgeS,
    onSuccess: onSuccess || undefined,
    onFailure: onFailure || undefined,
  };
}

function write(key: [string, string], config: EventConfigRecord, ctx: Ctx): FunctionEventInvokeConfig {
  ctx.write((tx) => tx.put(ctx.records(eventConfigs), key, config));
  return describe(key, config, ctx);
}

function existing(key: [string, string], ctx: Ctx): Frozen<EventConfigRecord> {
  const found = ctx.records(eventConfigs).get(key);
  if (!found) throw notFound(`The function ${functionArn(ctx, key[0], key[1] || LATEST)} doesn't have an EventInvokeConfig`);
  return found;
}

export const PutFunctionEventInvokeConfig = operation('PutFunctionEventInvokeConfig', (input, ctx) => {
  const key = keyOf(input, ctx);
  requireSetting(input);
  requireFunction(key[0], ctx);
  const [name, qualifier] = key;
  if (versionNumber(qualifier) === undefined && !findAlias(name, qualifier, ctx)) throw noFunction();
  findVersion({ name, qualifier }, ctx);
  return write(key, changed(key, undefined, input, ctx), ctx);
});

export const UpdateFunctionEventInvokeConfig = operation('UpdateFunctionEventInvokeConfig', (input, ctx) => {
  const key = keyOf(input, ctx);
  requireSetting(input);
  requireFunction(key[0], ctx);
  return write(key, changed(key, existing(key, ctx), input, ctx), ctx);
});

export const GetFunctionEventInvokeConfig = operation('GetFunctionEventInvokeConfig', (input, ctx) => {
  const key = keyOf(input, ctx);
  return describe(key, existing(key, ctx), ctx);
});

export const DeleteFunctionEventInvokeConfig = operation('DeleteFunctionEventInvokeConfig', (input, ctx) => {
  const key = keyOf(input, ctx);
  existing(key, ctx);
  ctx.write((tx) => tx.delete(ctx.records(eventConfigs), key));
});

export const ListFunctionEventInvokeConfigs = operation('ListFunctionEventInvokeConfigs', (input, ctx) => {
  const [name] = keyOf(input, ctx);
  requireFunction(name, ctx);
  const page = pageOfKeyed<[string, string], FunctionEventInvokeConfig>(input, (after, limit) =>
    ctx
      .records(eventConfigs)
      .entries([name], { after, limit })
      .map(([key, config]) => [key, describe(key, config, ctx)]),
  );
  return { FunctionEventInvokeConfigs: page.items, NextMarker: page.NextMarker };
});
