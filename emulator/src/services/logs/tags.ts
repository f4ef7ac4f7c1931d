// Tags of log groups: the older operations take a name, the newer ones an ARN.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { tagRecord, withoutTags } from '#core/tags';
import { fault, operation } from '#model/logs';
import { findGroup, invalid } from './groups/find-group.ts';
import { groupArn, groupNameIn } from './groups/group-arn.ts';
import { groups, type LogGroup, type Tags } from './state.ts';
import { addTags } from './tag-rules.ts';

function tagged(arn: string, ctx: Ctx): Frozen<LogGroup> {
  if (!/^arn:[^:]+:logs:/.test(arn)) throw invalid(`Invalid resource ARN: ${arn}`);
  const group = ctx.records(groups).get([groupNameIn(ctx, arn) ?? '']);
  if (!group) throw fault('ResourceNotFoundException', 'The specified resource does not exist.');
  return group;
}

const store = (group: Frozen<LogGroup>, tags: Tags, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(groups), [group.name], { ...group, tags }));

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => {
  const group = tagged(resourceArn, ctx);
  store(group, addTags(group.tags, tags, resourceArn), ctx);
});

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) => {
  const group = tagged(resourceArn, ctx);
  store(group, withoutTags(group.tags, tagKeys), ctx);
});

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: tagRecord(tagged(resourceArn, ctx).tags),
}));

export const TagLogGroup = operation('TagLogGroup', ({ logGroupName, tags }, ctx) => {
  const group = findGroup(logGroupName, ctx);
  store(group, addTags(group.tags, tags, groupArn(ctx, logGroupName)), ctx);
});

export const UntagLogGroup = operation('UntagLogGroup', ({ logGroupName, tags }, ctx) => {
  const group = findGroup(logGroupName, ctx);
  store(group, withoutTags(group.tags, tags), ctx);
});

export const ListTagsLogGroup = operation('ListTagsLogGroup', ({ logGroupName }, ctx) => ({
  tags: tagRecord(findGroup(logGroupName, ctx).tags),
}));
