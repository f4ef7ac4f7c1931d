// TagResource, UntagResource, ListTagsForResource: only groups have tags.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type Tag } from '#model/scheduler';
import { invalid, noSuchGroup } from '#services/scheduler/faults';
import { type ScheduleGroup, scheduleGroups } from '#services/scheduler/state';
import { findGroup, findOwnGroup } from './find-group.ts';
import { addTags } from './tag-list.ts';

/** The name in a group's ARN, of this account and region. The model has checked the ARN's form. */
function nameIn(arn: string, ctx: Ctx): string {
  const { account, resource = '' } = arnHere(arn, 'scheduler', ctx) ?? {};
  const name = /^schedule-group\/(.+)$/.exec(resource)?.[1];
  if (name === undefined) throw invalid('Provided Arn is not in correct format.');
  if (account !== ctx.account) throw noSuchGroup(name);
  return name;
}

const retag = (group: Frozen<ScheduleGroup>, tags: Frozen<readonly Tag[]>, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(scheduleGroups), [group.name], { ...group, tags, modifiedMs: ctx.now() }));

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) => {
  const group = findOwnGroup(nameIn(ResourceArn, ctx), ctx);
  retag(group, addTags(group.tags, Tags), ctx);
});

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) => {
  const group = findOwnGroup(nameIn(ResourceArn, ctx), ctx);
  retag(
    group,
    group.tags.filter(({ Key }) => !TagKeys.includes(Key)),
    ctx,
  );
});

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: findGroup(nameIn(ResourceArn, ctx), ctx).tags,
}));
