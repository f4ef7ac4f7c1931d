// Tags of machines and activities.
import type { Ctx } from '#core/ctx';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import type { Tag } from '#core/tags';
import { operation } from '#model/states';
import { parseStatesArn } from '#services/states/arns';
import { invalidArn, noSuchResource } from '#services/states/faults';
import { activities, machines } from '#services/states/state';
import { STATES_TAGS } from '#services/states/tag-rules';

/** @throws Fault InvalidArn, ResourceNotFound */
function findTagged(arn: string, ctx: Ctx): Tagged<readonly Tag[]> {
  const parsed = parseStatesArn(arn);
  if (!parsed || !['stateMachine', 'activity'].includes(parsed.kind)) throw invalidArn(arn);
  const name = parsed.names[0]!;
  if (parsed.kind === 'activity') {
    const activity = ctx.records(activities).get([name]);
    if (!activity) throw noSuchResource(arn);
    return taggedRecord(ctx.records(activities), [name], activity, ctx);
  }
  // Versions and aliases have no tags (recorded).
  const machine = parsed.names.length === 1 ? ctx.records(machines).get([name]) : undefined;
  if (!machine) throw noSuchResource(arn);
  return taggedRecord(ctx.records(machines), [name], machine, ctx);
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) =>
  STATES_TAGS.add(findTagged(resourceArn, ctx), tags, ctx, resourceArn),
);

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  STATES_TAGS.remove(findTagged(resourceArn, ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: STATES_TAGS.list(findTagged(resourceArn, ctx)),
}));
