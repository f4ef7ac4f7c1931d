// CreateResource, GetResource, GetResources, UpdateResource, DeleteResource: the tree of paths of an API.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation, type Resource as ShownResource } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, conflict } from '#services/apigateway/control/rest/faults';
import { findApi, findResource } from '#services/apigateway/control/rest/find';
import { pageOfItems } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { type Resource, resources } from '#services/apigateway/rest-state';

export const ID_LENGTH = 6;
const PATH_PART = /^(?:[a-zA-Z0-9._\-:$]+|\{[a-zA-Z0-9._\-:]+\+?\})$/;
export const isVariable = (part: string | undefined): boolean => part?.startsWith('{') === true;
const isGreedy = (part: string | undefined): boolean => part?.endsWith('+}') === true;

/** `embed`: with the whole methods, not only their names. */
export function shownResource({ methods, ...resource }: Frozen<Resource>, embed: readonly string[] = []): ShownResource {
  const isEmbedded = embed.includes('methods');
  const shown = Object.entries(methods).map(([name, method]): [string, object] => [name, isEmbedded ? method : {}]);
  return { ...resource, resourceMethods: shown.length > 0 ? Object.fromEntries(shown) : undefined };
}

const childrenOf = (api: string, parent: string, ctx: Ctx): Frozen<Resource>[] =>
  ctx
    .records(resources)
    .range([api])
    .filter(({ parentId }) => parentId === parent);

const below = ({ path }: Pick<Resource, 'path'>, part: string): string => `${path === '/' ? '' : path}/${part}`;

export const CreateResource = operation('CreateResource', ({ restApiId, parentId, pathPart }, ctx) => {
  findApi(restApiId, ctx);
  const parent = findResource({ restApiId, resourceId: parentId }, ctx);
  if (!PATH_PART.test(pathPart))
    throw bad(
      "Resource's path part only allow a-zA-Z0-9._-: or a valid greedy path variable and curly braces at the beginning and the end.",
    );
  if (isGreedy(parent.pathPart)) throw bad(`Cannot create a child of a resource with a greedy path variable: ${parent.pathPart}`);
  checkSiblings(restApiId, parentId, pathPart, undefined, ctx);
  const resource = { id: newId(ctx, ID_LENGTH), parentId, pathPart, path: below(parent, pathPart), methods: {} };
  ctx.write((tx) => tx.put(ctx.records(resources), [restApiId, resource.id], resource));
  return shownResource(resource);
});

function checkSiblings(api: string, parent: string, part: string, own: string | undefined, ctx: Ctx): void {
  for (const sibling of childrenOf(api, parent, ctx)) {
    if (sibling.id === own) continue;
    if (sibling.pathPart === part) throw conflict(`Another resource with the same parent already has this name: ${part}`);
    if (isVariable(part) && isVariable(sibling.pathPart))
      throw bad(`A sibling (${sibling.pathPart}) of this resource already has a variable path part -- only one is allowed`);
  }
}

export const GetResource = operation('GetResource', ({ restApiId, resourceId, embed }, ctx) =>
  shownResource(findResource({ restApiId, resourceId }, ctx), embed),
);

export const GetResources = operation('GetResources', ({ restApiId, embed, ...page }, ctx) => {
  findApi(restApiId, ctx);
  const { items, position } = pageOfItems(ctx.records(resources).range([restApiId]), ({ id }) => [id], page);
  return { items: items.map((resource) => shownResource(resource, embed)), position };
});

export const UpdateResource = operation('UpdateResource', ({ restApiId, resourceId, patchOperations }, ctx) => {
  const before = findResource({ restApiId, resourceId }, ctx);
  const root = (member: string) => {
    if (before.parentId === undefined) throw bad(`Root resource cannot update its ${member}.`);
  };
  const paths: readonly PatchPath<Resource>[] = [
    {
      path: '/parentId',
      ops: ['replace'],
      apply: (draft, { value = '' }) => {
        root('parentId');
        const parent = findResource({ restApiId, resourceId: value }, ctx);
        if (parent.id === before.id || parent.path.startsWith(`${before.path}/`)) throw bad('Resources cannot be cyclical.');
        if (isGreedy(parent.pathPart)) throw bad(`Cannot create a child of a resource with a greedy path variable: ${parent.pathPart}`);
        draft.parentId = value;
      },
    },
    {
      path: '/pathPart',
      ops: ['replace'],
      apply: (draft, { value = '' }) => {
        root('pathPart');
        draft.pathPart = value;
      },
    },
  ];
  const after = patched<Resource>(before, patchOperations, paths, 'listed');
  if (after.parentId === undefined || after.pathPart === undefined) return shownResource(after);
  checkSiblings(restApiId, after.parentId, after.pathPart, resourceId, ctx);
  const parent = findResource({ restApiId, resourceId: after.parentId }, ctx);
  const moved = { ...after, path: below(parent, after.pathPart) };
  ctx.write((tx) => move(tx, restApiId, moved, ctx));
  return shownResource(moved);
});

/** With everything below. */
function move(tx: Tx, api: string, resource: Frozen<Resource>, ctx: Ctx): void {
  tx.put(ctx.records(resources), [api, resource.id], resource);
  for (const child of childrenOf(api, resource.id, ctx)) move(tx, api, { ...child, path: below(resource, child.pathPart!) }, ctx);
}

export const DeleteResource = operation('DeleteResource', ({ restApiId, resourceId }, ctx) => {
  findApi(restApiId, ctx);
  const resource = findResource({ restApiId, resourceId }, ctx);
  if (resource.parentId === undefined) throw bad('Root resource cannot be deleted.');
  ctx.write((tx) => remove(tx, restApiId, resourceId, ctx));
});

function remove(tx: Tx, api: string, id: string, ctx: Ctx): void {
  for (const child of childrenOf(api, id, ctx)) remove(tx, api, child.id, ctx);
  tx.delete(ctx.records(resources), [api, id]);
}
