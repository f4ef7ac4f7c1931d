// Mappings of domain names to stages of APIs, by the first segments of the path.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type ApiMapping, operation } from '#model/apigatewayv2';
import { newId, ownerOfApi } from '#services/apigateway/addresses/api-ids';
import { mappings } from '#services/apigateway/http-state';
import { findDomain } from './domains.ts';
import { bad, conflict, noSuch } from './faults.ts';
import { findApi, findStage } from './find-api.ts';
import { listed } from './pages.ts';

const PART_ID_LENGTH = 6;
const KEY = /^[A-Za-z0-9$\-_.+!*'()/]*$/;
/** Limit: characters of the key of an API mapping. */
const MAX_KEY = 300;

export const CreateApiMapping = operation('CreateApiMapping', ({ DomainName, ApiId, Stage, ApiMappingKey = '' }, ctx) => {
  const { name } = findDomain(DomainName, ctx);
  const mapping = { ApiId, Stage, ApiMappingKey, ApiMappingId: newId(ctx, PART_ID_LENGTH) };
  check(name, mapping, ctx);
  ctx.write((tx) => tx.put(ctx.records(mappings), [name, mapping.ApiMappingId], mapping));
  return mapping;
});

function check(domain: string, { ApiId, Stage, ApiMappingKey: key = '', ApiMappingId }: Frozen<ApiMapping>, ctx: Ctx): void {
  if (!KEY.test(key) || key.length > MAX_KEY || key.startsWith('/') || key.endsWith('/') || key.includes('//'))
    throw bad(`API mapping key ${key} has characters that are not allowed, or an empty segment`);
  // REST APIs are mapped by these operations, too: their stages are records of another service.
  if (ownerOfApi(ApiId, ctx)?.protocol !== 'REST') {
    findApi(ApiId, ctx);
    findStage(ApiId, Stage, ctx);
  }
  const other = ctx
    .records(mappings)
    .range([domain])
    .find((each) => (each.ApiMappingKey ?? '') === key && each.ApiMappingId !== ApiMappingId);
  if (other) throw conflict('ApiMapping key already exists for this domain name');
}

function findMapping(domain: string, id: string, ctx: Ctx): Frozen<ApiMapping> {
  const found = ctx.records(mappings).get([findDomain(domain, ctx).name, id]);
  if (!found) throw noSuch('API mapping', id);
  return found;
}

export const GetApiMapping = operation('GetApiMapping', ({ DomainName, ApiMappingId }, ctx) => findMapping(DomainName, ApiMappingId, ctx));

export const GetApiMappings = operation('GetApiMappings', ({ DomainName, ...page }, ctx) =>
  listed(ctx.records(mappings), [findDomain(DomainName, ctx).name], page, (mapping) => mapping),
);

export const UpdateApiMapping = operation('UpdateApiMapping', ({ DomainName, ApiMappingId, ...changes }, ctx) => {
  const { name } = findDomain(DomainName, ctx);
  const before = findMapping(DomainName, ApiMappingId, ctx);
  const after = {
    ...before,
    ApiId: changes.ApiId,
    Stage: changes.Stage ?? before.Stage,
    ApiMappingKey: changes.ApiMappingKey ?? before.ApiMappingKey,
  };
  check(name, after, ctx);
  ctx.write((tx) => tx.put(ctx.records(mappings), [name, ApiMappingId], after));
  return after;
});

export const DeleteApiMapping = operation('DeleteApiMapping', ({ DomainName, ApiMappingId }, ctx) => {
  const { name } = findDomain(DomainName, ctx);
  findMapping(DomainName, ApiMappingId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(mappings), [name, ApiMappingId]));
});
