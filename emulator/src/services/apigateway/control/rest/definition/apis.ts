// CreateRestApi, GetRestApi, GetRestApis, UpdateRestApi, DeleteRestApi.
import type { Ctx } from '#core/ctx';
import { readPolicy } from '#core/policy/checked-policy';
import type { Frozen, Tx } from '#core/records';
import { type CreateRestApiRequest, type EndpointConfiguration, operation, type RestApi } from '#model/apigateway';
import { deleteApiId, newApiId, newId, putApiId } from '#services/apigateway/addresses/api-ids';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { flag, item, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { mappings } from '#services/apigateway/http-state';
import {
  type Api,
  apis,
  authorizers,
  deployments,
  documentationParts,
  documentationVersions,
  gatewayResponses,
  models,
  resources,
  stages,
  validators,
} from '#services/apigateway/rest-state';
import { DEFAULT_MODELS } from './default-models.ts';

const RESOURCE_ID_LENGTH = 10;
/** Limit: bytes of minimumCompressionSize. */
const MAX_COMPRESSION_BYTES = 10_485_760;
const ENDPOINT_TYPES = ['REGIONAL', 'EDGE', 'PRIVATE'];

/** The policy as the service shows it: with its quotation marks escaped, which Terraform takes back. */
export const shownApi = ({ createdMs, tags, policy, binaryMediaTypes, ...api }: Frozen<Api>): RestApi => ({
  ...api,
  binaryMediaTypes: binaryMediaTypes?.length ? binaryMediaTypes : undefined,
  policy: policy === undefined ? undefined : JSON.stringify(policy).slice(1, -1),
  createdDate: new Date(createdMs),
  tags: Object.keys(tags).length > 0 ? { ...tags } : undefined,
});

/** Some answers have an empty map for an API without tags (recorded). */
export const shownWithTags = (api: Frozen<Api>): RestApi => ({ ...shownApi(api), tags: { ...api.tags } });

export const CreateRestApi = operation('CreateRestApi', (input, ctx) => {
  const api = newApi(input, ctx);
  const clone = input.cloneFrom === undefined ? undefined : ctx.records(apis).get([input.cloneFrom]);
  if (input.cloneFrom !== undefined && !clone) throw bad('Invalid REST API identifier specified');
  ctx.write((tx) => {
    putApi(tx, api, ctx);
    if (clone) copyParts(tx, clone, api, ctx);
    else putDefaults(tx, api, ctx);
  });
  return shownApi(api);
});

export function newApi(input: CreateRestApiRequest, ctx: Ctx): Api {
  const { cloneFrom: _, tags: given, name, endpointConfiguration, ...settings } = input;
  if (name === '') throw bad('Name cannot be empty');
  if (settings.description === '') throw bad('Description cannot be an empty string');
  checkCompression(settings.minimumCompressionSize);
  checkPolicy(settings.policy);
  const tags = REST_TAGS.ofNew(given, ctx);
  const id = newApiId(tags, ctx);
  if (id === undefined) throw conflict(`The id ${tags['_custom_id_']} belongs to another API, or cannot be part of a host name.`);
  return {
    ...settings,
    ...{ id, name, tags, createdMs: ctx.now(), rootResourceId: newId(ctx, RESOURCE_ID_LENGTH) },
    apiKeySource: settings.apiKeySource ?? 'HEADER',
    endpointConfiguration: endpointsOf(endpointConfiguration),
    disableExecuteApiEndpoint: settings.disableExecuteApiEndpoint ?? false,
    apiStatus: 'AVAILABLE',
  };
}

export function putApi(tx: Tx, api: Api, ctx: Ctx): void {
  tx.put(ctx.records(apis), [api.id], api);
  putApiId(tx, api.id, 'REST', ctx);
}

export const putRoot = (tx: Tx, { id, rootResourceId }: Pick<Api, 'id' | 'rootResourceId'>, ctx: Ctx): void =>
  tx.put(ctx.records(resources), [id, rootResourceId], { id: rootResourceId, path: '/', methods: {} });

/** The root resource, and the models that every API has which is not imported. */
export function putDefaults(tx: Tx, api: Pick<Api, 'id' | 'rootResourceId'>, ctx: Ctx): void {
  const { id } = api;
  putRoot(tx, api, ctx);
  for (const model of DEFAULT_MODELS) tx.put(ctx.records(models), [id, model.name], { ...model, id: newId(ctx, 6) });
}

/** Ids stay the same within the copy, but for the root's. */
function copyParts(tx: Tx, from: Frozen<Api>, to: Api, ctx: Ctx): void {
  const idOf = (id: string | undefined) => (id === from.rootResourceId ? to.rootResourceId : id);
  for (const resource of ctx.records(resources).range([from.id])) {
    const copy = { ...resource, id: idOf(resource.id)!, parentId: idOf(resource.parentId) };
    tx.put(ctx.records(resources), [to.id, copy.id], copy);
  }
  for (const kind of [models, validators, authorizers, gatewayResponses] as const)
    for (const [[, id], value] of ctx.records(kind as typeof models).entries([from.id]))
      tx.put(ctx.records(kind as typeof models), [to.id, id], value);
}

function endpointsOf({ types = ['EDGE'], ipAddressType, vpcEndpointIds }: EndpointConfiguration = {}): EndpointConfiguration {
  if (types.length === 0) throw bad('REGIONAL Configuration and EDGE Configuration cannot be both DISABLED.');
  if (types.length > 1) throw bad('Cannot create an api with multiple Endpoint Types.');
  const [type = 'EDGE'] = types;
  if (!ENDPOINT_TYPES.includes(type)) throw bad(`Invalid EndpointTypes specified. Valid options are ${ENDPOINT_TYPES.join(',')}`);
  const address = ipAddressType ?? (type === 'PRIVATE' ? 'dualstack' : 'ipv4');
  checkAddressType(address, type);
  return { types: [type], ipAddressType: address, vpcEndpointIds: vpcEndpointIds?.length ? vpcEndpointIds : undefined };
}

function checkAddressType(address: string, type: string): void {
  if (address !== 'ipv4' && address !== 'dualstack') throw bad('ipAddressType must be either ipv4 or dualstack.');
  if (type === 'PRIVATE' && address !== 'dualstack') throw bad('Only dualstack ipAddressType is supported for Private APIs.');
}

function checkCompression(bytes: number | undefined): void {
  if (bytes !== undefined && (bytes < 0 || bytes > MAX_COMPRESSION_BYTES || !Number.isInteger(bytes)))
    throw bad(`Invalid minimum compression size, must be between 0 and ${MAX_COMPRESSION_BYTES}`);
}

function checkPolicy(policy: string | undefined): void {
  if (policy)
    readPolicy(policy, () => bad('Invalid policy document. Please check the policy syntax and ensure that Principals are valid.'));
}

const endpoint = (
  path: string,
  change: (before: EndpointConfiguration, value: string, name: string | undefined) => EndpointConfiguration,
): PatchPath<Api> => ({
  path,
  ops: ['replace'],
  apply: (draft, { value = '', names }) => {
    draft.endpointConfiguration = endpointsOf(
      change(draft.endpointConfiguration as EndpointConfiguration, value, names[0]),
    ) as typeof draft.endpointConfiguration;
  },
});

const vpcEndpoints: PatchPath<Api> = {
  path: '/endpointConfiguration/vpcEndpointIds',
  ops: ['add', 'remove'],
  apply: ({ endpointConfiguration }, { op, value = '' }) => {
    const others = (endpointConfiguration.vpcEndpointIds ?? []).filter((id) => id !== value);
    endpointConfiguration.vpcEndpointIds = op === 'add' ? [...others, value] : others;
  },
};

const PATHS: readonly PatchPath<Api>[] = [
  text('/name', (name) => {
    if (name === '') throw bad('Name cannot be empty');
  }),
  text('/description', undefined, ['replace', 'remove']),
  text('/version'),
  text('/apiKeySource'),
  text('/policy', checkPolicy),
  text('/securityPolicy'),
  text('/endpointAccessMode'),
  flag('/disableExecuteApiEndpoint'),
  item('/binaryMediaTypes/{type}'),
  {
    path: '/minimumCompressionSize',
    ops: ['replace'],
    apply: (draft, patch) => {
      // An empty text switches compression off.
      const bytes = patch.value ? Number(patch.value) : undefined;
      checkCompression(bytes);
      draft.minimumCompressionSize = bytes;
    },
  },
  // Private APIs have addresses of both kinds only.
  {
    ...endpoint('/endpointConfiguration/types/{type}', (before, value) => ({
      ...before,
      types: [value],
      ipAddressType: value === 'PRIVATE' ? 'dualstack' : before.ipAddressType,
    })),
    refusal: "Invalid patch operation specified. Must be 'add'|'remove'|'replace'",
  },
  endpoint('/endpointConfiguration/ipAddressType', (before, value) => ({ ...before, ipAddressType: value })),
  vpcEndpoints,
];

export const GetRestApi = operation('GetRestApi', ({ restApiId }, ctx) => shownWithTags(findApi(restApiId, ctx)));

export const GetRestApis = operation('GetRestApis', (input, ctx) => listed(ctx.records(apis), [], input, shownApi));

export const UpdateRestApi = operation('UpdateRestApi', ({ restApiId, patchOperations }, ctx) => {
  const api = patched<Api>(findApi(restApiId, ctx), patchOperations, PATHS, 'plain');
  ctx.write((tx) => tx.put(ctx.records(apis), [restApiId], api));
  return shownWithTags(api);
});

export const DeleteRestApi = operation('DeleteRestApi', ({ restApiId }, ctx) => {
  if (!ctx.records(apis).has([restApiId])) throw notFound(`Invalid API identifier specified ${ctx.account}:${restApiId}`);
  const isMapped = ctx
    .records(mappings)
    .range([])
    .some(({ ApiId }) => ApiId === restApiId);
  if (isMapped) throw bad('Deleting API failed. Please remove all base path mappings related to the API in your domains');
  ctx.write((tx) => {
    deleteParts(tx, restApiId, ctx);
    for (const kind of [stages, deployments, documentationParts, documentationVersions] as const)
      for (const [key] of ctx.records(kind as typeof stages).entries([restApiId])) tx.delete(ctx.records(kind as typeof stages), key);
    tx.delete(ctx.records(apis), [restApiId]);
    deleteApiId(tx, restApiId, ctx);
  });
});

/** Deletes what an import replaces: everything of an API but its stages and deployments. */
export function deleteParts(tx: Tx, api: string, ctx: Ctx): void {
  for (const kind of [resources, models, validators, authorizers, gatewayResponses] as const)
    for (const [key] of ctx.records(kind as typeof models).entries([api])) tx.delete(ctx.records(kind as typeof models), key);
}
