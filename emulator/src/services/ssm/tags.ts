// Tags of parameters. Other kinds of resources are not emulated, so they are never found.
import type { Ctx } from '#core/ctx';
import { atMostTags, noReservedKeys, type Tagged, taggedRecord, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS } from '#core/tags';
import { fault, operation } from '#model/ssm';
import { invalid, storedName } from './find-parameter.ts';
import { parameters, type Tag } from './state.ts';

export const PARAMETER_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: KEY_VALUE_TAGS,
  checks: [
    noReservedKeys(() => invalid('aws: prefixed tag key names are not allowed for external use.')),
    atMostTags(50, (max) => fault('TooManyTagsError', `A resource can have no more than ${max} tags.`)),
  ],
});

interface ResourceRef {
  readonly ResourceType: string;
  readonly ResourceId: string;
}
function tagged({ ResourceType, ResourceId }: ResourceRef, ctx: Ctx): Tagged<readonly Tag[]> {
  const parameter = ResourceType === 'Parameter' ? ctx.records(parameters).get([storedName(ResourceId.trim(), ctx)]) : undefined;
  if (!parameter) throw fault('InvalidResourceId', "The resource ID isn't valid. Verify that you entered the correct ID and try again.");
  return taggedRecord(ctx.records(parameters), [parameter.name], parameter, ctx);
}

export const AddTagsToResource = operation('AddTagsToResource', (input, ctx) => PARAMETER_TAGS.add(tagged(input, ctx), input.Tags, ctx));

export const RemoveTagsFromResource = operation('RemoveTagsFromResource', (input, ctx) =>
  PARAMETER_TAGS.remove(tagged(input, ctx), input.TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', (input, ctx) => ({ TagList: PARAMETER_TAGS.list(tagged(input, ctx)) }));
