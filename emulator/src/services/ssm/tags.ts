// Tags of parameters. Other kinds of resources are not emulated, so they are never found.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { isReservedTagKey, mergeTags, readTags, sendTags } from '#core/tags';
import { fault, operation } from '#model/ssm';
import { invalid, storedName } from './find-parameter.ts';
import { type Parameter, parameters, type Tag } from './state.ts';

type Tags = readonly Tag[];

const MAX_TAGS = 50;

export function addTags(present: Tags, added: readonly Tag[]): Tags {
  if (added.some(({ Key }) => isReservedTagKey(Key))) throw invalid('aws: prefixed tag key names are not allowed for external use.');
  const merged = mergeTags(readTags(present), readTags(added));
  if (merged.length > MAX_TAGS) throw fault('TooManyTagsError', `A resource can have no more than ${MAX_TAGS} tags.`);
  return sendTags(merged);
}

interface Tagged {
  readonly ResourceType: string;
  readonly ResourceId: string;
}
function tagged({ ResourceType, ResourceId }: Tagged, ctx: Ctx): Frozen<Parameter> {
  const parameter = ResourceType === 'Parameter' ? ctx.records(parameters).get([storedName(ResourceId.trim(), ctx)]) : undefined;
  if (!parameter) throw fault('InvalidResourceId', "The resource ID isn't valid. Verify that you entered the correct ID and try again.");
  return parameter;
}

const store = (parameter: Frozen<Parameter>, tags: Tags, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(parameters), [parameter.name], { ...parameter, tags }));

export const AddTagsToResource = operation('AddTagsToResource', (input, ctx) => {
  const parameter = tagged(input, ctx);
  store(parameter, addTags(parameter.tags, input.Tags), ctx);
});

export const RemoveTagsFromResource = operation('RemoveTagsFromResource', (input, ctx) => {
  const parameter = tagged(input, ctx);
  store(
    parameter,
    parameter.tags.filter(({ Key }) => !input.TagKeys.includes(Key)),
    ctx,
  );
});

export const ListTagsForResource = operation('ListTagsForResource', (input, ctx) => ({
  TagList: tagged(input, ctx).tags,
}));
