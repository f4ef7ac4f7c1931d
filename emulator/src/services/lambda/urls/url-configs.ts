// The configurations of function URLs: one for a function, and one for each of its aliases.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type FunctionUrlConfig, operation } from '#model/lambda';
import { conflict, invalidParameter, notFound } from '#services/lambda/faults';
import { type FunctionName, findAlias, findFunction, findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, LATEST, versionNumber } from '#services/lambda/lookup/function-name';
import { lambdaTime } from '#services/lambda/lookup/lambda-time';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { refuseTenants } from '#services/lambda/lookup/tenant';
import { URL_ID_INVALID, URL_POLICY_DECIDES } from '#services/lambda/messages';
import { functions } from '#services/lambda/state';
import { accessToEverybody, grant } from './url-access.ts';
import { ownersOf, type UrlCors, type UrlRecord, urls } from './url-record.ts';
import { deleteUrl, putUrl } from './url-write.ts';

const CUSTOM_ID = '_custom_id_';
const CUSTOM_ID_FORM = /^[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', '*']);

export const CreateFunctionUrlConfig = operation('CreateFunctionUrlConfig', (input, ctx) => {
  const { name, qualifier } = holder(input, ctx);
  if (ctx.records(urls).has([name, qualifier]))
    throw conflict(
      `Failed to create function url config for [functionArn = ${functionArn(ctx, name, qualifier || undefined)}]. Error message:  FunctionUrlConfig exists for this Lambda function`,
    );
  const url: UrlRecord = {
    id: newId(name, qualifier, ctx),
    name,
    qualifier,
    authType: input.AuthType as UrlRecord['authType'],
    cors: corsOf(input.Cors),
    invokeMode: input.InvokeMode as UrlRecord['invokeMode'],
    createdMs: ctx.now(),
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => putUrl(tx, url, ctx));
  if (url.authType === 'NONE' && !accessToEverybody(url, ctx)) ctx.log.write(URL_POLICY_DECIDES, { name, grant: grant(url) });
  const { LastModifiedTime: _, ...answer } = describe(url, ctx);
  return { ...answer, InvokeMode: input.InvokeMode };
});

export const GetFunctionUrlConfig = operation('GetFunctionUrlConfig', (input, ctx) => describe(existing(input, ctx), ctx));

export const UpdateFunctionUrlConfig = operation('UpdateFunctionUrlConfig', (input, ctx) => {
  const { name, qualifier = '' } = named(input, ctx);
  requireHolder(name, qualifier, ctx);
  const before = existing(input, ctx);
  const url: Frozen<UrlRecord> = {
    ...before,
    authType: (input.AuthType as UrlRecord['authType'] | undefined) ?? before.authType,
    cors: input.Cors ? corsOf(input.Cors) : before.cors,
    invokeMode: (input.InvokeMode as UrlRecord['invokeMode']) ?? before.invokeMode,
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => putUrl(tx, url, ctx));
  return { ...describe(url, ctx), InvokeMode: url.invokeMode };
});

export const DeleteFunctionUrlConfig = operation('DeleteFunctionUrlConfig', (input, ctx) => {
  const url = existing(input, ctx);
  ctx.write((tx) => deleteUrl(tx, url, ctx));
});

export const ListFunctionUrlConfigs = operation('ListFunctionUrlConfigs', (input, ctx) => {
  const { name } = named(input, ctx);
  requireHolder(name, '', ctx);
  const page = pageOfKeyed<[string, string], FunctionUrlConfig>(input, (after, limit) =>
    ctx
      .records(urls)
      .entries([name], { after, limit })
      .map(([key, url]) => [key, describe(url, ctx)]),
  );
  return { FunctionUrlConfigs: page.items, NextMarker: page.NextMarker };
});

/** In the words that operations of URLs have for a function and for an alias that do not exist (recorded). */
function requireHolder(name: string, alias: string, ctx: Ctx): void {
  if (!ctx.records(functions).has([name]) || (alias !== '' && !findAlias(name, alias, ctx))) throw notFound('Function does not exist');
}

function holder(input: { FunctionName: string; Qualifier?: string | undefined }, ctx: Ctx): { name: string; qualifier: string } {
  const fn: FunctionName = named(input, ctx);
  if (fn.qualifier === LATEST || (fn.qualifier !== undefined && versionNumber(fn.qualifier) !== undefined))
    throw invalidParameter('Function URLs are for functions and their aliases, not for versions.');
  requireHolder(fn.name, fn.qualifier ?? '', ctx);
  refuseTenants(findVersion(fn, ctx).version.settings, 'Function URLs are');
  return { name: fn.name, qualifier: fn.qualifier ?? '' };
}

function existing(input: { FunctionName: string; Qualifier?: string | undefined }, ctx: Ctx): Frozen<UrlRecord> {
  const { name, qualifier = '' } = named(input, ctx);
  const url = ctx.records(urls).get([name, qualifier]);
  if (!url) throw notFound('The resource you requested does not exist.');
  return url;
}

/** A random id, unless a tag of the function chooses one. @throws Fault if the chosen id is taken */
function newId(name: string, qualifier: string, ctx: Ctx): string {
  const asked = findFunction(name, ctx).tags[CUSTOM_ID];
  if (asked === undefined) return ctx.random(32, ALPHABET);
  const id = `${asked}${qualifier && `-${qualifier}`}`.toLowerCase();
  if (!CUSTOM_ID_FORM.test(id)) {
    ctx.log.write(URL_ID_INVALID, { tag: `${CUSTOM_ID}=${asked}`, name });
    return ctx.random(32, ALPHABET);
  }
  const owner = ownersOf(ctx).get([id, ctx.region]);
  if (owner) throw conflict(`The URL id ${id} belongs to ${functionArn(owner, owner.name, owner.qualifier || undefined)} already.`);
  return id;
}

function corsOf(cors: UrlCors | undefined): UrlCors | undefined {
  if (!cors || Object.keys(cors).length === 0) return undefined;
  const wrong = cors.AllowMethods?.find((method) => !METHODS.has(method));
  if (wrong !== undefined) throw invalidParameter(`AllowMethods: ${wrong} is not a supported method.`);
  return { ...cors };
}

/** A host below `localhost`, or below the domain by which the client knows the emulator if all its subdomains resolve. */
function urlOf(id: string, { origin, region }: Pick<Ctx, 'origin' | 'region'>): string {
  const { protocol, hostname, port } = new URL(origin);
  const domain = hostname.endsWith('localhost.localstack.cloud') ? 'localhost.localstack.cloud' : 'localhost';
  return `${protocol}//${id}.lambda-url.${region}.${domain}${port && `:${port}`}/`;
}

function describe(url: Frozen<UrlRecord>, ctx: Ctx): FunctionUrlConfig {
  return {
    FunctionUrl: urlOf(url.id, ctx),
    FunctionArn: functionArn(ctx, url.name, url.qualifier || undefined),
    AuthType: url.authType,
    InvokeMode: url.invokeMode ?? 'BUFFERED',
    CreationTime: lambdaTime(url.createdMs),
    LastModifiedTime: lambdaTime(url.modifiedMs),
    ...(url.cors && { Cors: url.cors }),
  };
}
