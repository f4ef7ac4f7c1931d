// TagResource, UntagResource, ListTagsForResource: only groups have tags.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Tagged } from '#core/tag-rules';
import { operation, type Tag } from '#model/scheduler';
import { invalid, noSuchGroup } from '#services/scheduler/faults';
import { scheduleGroups } from '#services/scheduler/state';
import { findGroup, findOwnGroup } from './find-group.ts';
import { GROUP_TAGS } from './tag-rules.ts';

/** The name in a group's ARN, of this account and region. The model has checked the ARN's form. */
function nameIn(arn: string, ctx: Ctx): string {
  const { account, resource = '' } = arnHere(arn, 'scheduler', ctx) ?? {};
  const name = /^schedule-group\/(.+)$/.exec(resource)?.[1];
  if (name === undefined) throw invalid('Provided Arn is not in correct format.');
  if (account !== ctx.account) throw noSuchGroup(name);
  return name;
}

function taggedGroup(arn: string, ctx: Ctx): Tagged<Frozen<readonly Tag[]>> {
  const group = findOwnGroup(nameIn(arn, ctx), ctx);
  const keep = (tags: Frozen<readonly Tag[]>): void =>
    ctx.write((tx) => tx.put(ctx.records(scheduleGroups), [group.name], { ...group, tags, modifiedMs: ctx.now() }));
  return { tags: group.tags, keep };
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) =>
  GROUP_TAGS.add(taggedGroup(ResourceArn, ctx), Tags, ctx),
);

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  GROUP_TAGS.remove(taggedGroup(ResourceArn, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: GROUP_TAGS.list(findGroup(nameIn(ResourceArn, ctx), ctx)),
}));
