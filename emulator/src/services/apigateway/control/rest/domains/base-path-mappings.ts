// CreateBasePathMapping, GetBasePathMapping(s), UpdateBasePathMapping, DeleteBasePathMapping: which API answers below which first segment of a domain.
// They are one set with the mappings of HTTP APIs.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type BasePathMapping, operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { pageOfItems } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { mappings } from '#services/apigateway/http-state';
import { apis, stages } from '#services/apigateway/rest-state';
import { findDomain } from './domain-settings.ts';

/** The name of the empty path for clients. */
const NONE = '(none)';
const ID_LENGTH = 6;
const PATH = /^[A-Za-z0-9$\-_.+!*'()]*$/;

type StoredMapping = NonNullable<ReturnType<typeof find>>;

const shown = ({ ApiMappingKey, ApiId, Stage }: Pick<StoredMapping, 'ApiMappingKey' | 'ApiId' | 'Stage'>): BasePathMapping => ({
  basePath: ApiMappingKey || NONE,
  restApiId: ApiId,
  stage: Stage || undefined,
});

const keyOf = (basePath: string | undefined): string => (basePath === undefined || basePath === NONE ? '' : basePath);

const mappingsOf = (domain: string, ctx: Ctx) => ctx.records(mappings).range([domain]);
const find = (domain: string, key: string, ctx: Ctx) => mappingsOf(domain, ctx).find(({ ApiMappingKey = '' }) => ApiMappingKey === key);

function located(domainName: string, basePath: string, ctx: Ctx): { readonly domain: string; readonly mapping: StoredMapping } {
  const { name: domain } = findDomain(domainName, ctx).domain;
  const mapping = find(domain, keyOf(basePath), ctx);
  if (!mapping) throw notFound('Invalid base path mapping identifier specified');
  return { domain, mapping };
}

function check({ basePath, restApiId = '', stage }: BasePathMapping, ctx: Ctx): void {
  const key = keyOf(basePath);
  if (key.includes('/'))
    throw bad(
      "API Gateway V1 doesn't support the slash character (/) in base path mappings. To create a multi-level base path mapping, use API Gateway V2.",
    );
  if (!PATH.test(key)) throw bad('Invalid base path specified');
  if (!ctx.records(apis).has([restApiId])) throw bad('Invalid REST API identifier specified');
  if (stage && !ctx.records(stages).has([restApiId, stage])) throw bad('Invalid stage identifier specified');
}

export const CreateBasePathMapping = operation('CreateBasePathMapping', ({ domainName, basePath, restApiId, stage }, ctx) => {
  const { name } = findDomain(domainName, ctx).domain;
  check({ basePath, restApiId, stage }, ctx);
  if (find(name, keyOf(basePath), ctx)) throw conflict('Base path already exists for this domain name');
  const mapping = { ApiMappingId: newId(ctx, ID_LENGTH), ApiMappingKey: keyOf(basePath), ApiId: restApiId, Stage: stage ?? '' };
  ctx.write((tx) => tx.put(ctx.records(mappings), [name, mapping.ApiMappingId], mapping));
  return shown(mapping);
});

export const GetBasePathMapping = operation('GetBasePathMapping', ({ domainName, basePath }, ctx) =>
  shown(located(domainName, basePath, ctx).mapping),
);

export const GetBasePathMappings = operation('GetBasePathMappings', ({ domainName, ...page }, ctx) => {
  const { name } = findDomain(domainName, ctx).domain;
  const { items, position } = pageOfItems(mappingsOf(name, ctx), ({ ApiMappingKey = '' }) => [ApiMappingKey], page);
  return { items: items.map(shown), position };
});

const toApi = (path: string): PatchPath<BasePathMapping> => ({
  path,
  ops: ['replace'],
  apply: (draft, { value }) => {
    draft.restApiId = value;
  },
});

const PATHS: readonly PatchPath<BasePathMapping>[] = [text('/basePath'), toApi('/restapiId'), toApi('/restApiId'), text('/stage')];

export const UpdateBasePathMapping = operation('UpdateBasePathMapping', ({ domainName, basePath, patchOperations }, ctx) => {
  const { domain, mapping } = located(domainName, basePath, ctx);
  const after = patched<BasePathMapping>(shown(mapping as Frozen<StoredMapping>), patchOperations, PATHS, 'listed');
  check(after, ctx);
  const other = find(domain, keyOf(after.basePath), ctx);
  if (other && other.ApiMappingId !== mapping.ApiMappingId) throw conflict('Base path already exists for this domain name');
  const stored = { ...mapping, ApiMappingKey: keyOf(after.basePath), ApiId: after.restApiId ?? '', Stage: after.stage ?? '' };
  ctx.write((tx) => tx.put(ctx.records(mappings), [domain, mapping.ApiMappingId!], stored));
  return shown(stored);
});

export const DeleteBasePathMapping = operation('DeleteBasePathMapping', ({ domainName, basePath }, ctx) => {
  const { domain, mapping } = located(domainName, basePath, ctx);
  ctx.write((tx) => tx.delete(ctx.records(mappings), [domain, mapping.ApiMappingId!]));
});
