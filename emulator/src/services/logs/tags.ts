// Tags of log groups: the older operations take a name, the newer ones an ARN.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { taggedRecord } from '#core/tag-rules';
import { fault, operation } from '#model/logs';
import { findGroup, invalid } from './groups/find-group.ts';
import { groupArn, groupNameIn } from './groups/group-arn.ts';
import { groups, type LogGroup } from './state.ts';
import { GROUP_TAGS } from './tag-rules.ts';

function groupUnder(arn: string, ctx: Ctx): Frozen<LogGroup> {
  if (!/^arn:[^:]+:logs:/.test(arn)) throw invalid(`Invalid resource ARN: ${arn}`);
  const group = ctx.records(groups).get([groupNameIn(ctx, arn) ?? '']);
  if (!group) throw fault('ResourceNotFoundException', 'The specified resource does not exist.');
  return group;
}

const tagged = (group: Frozen<LogGroup>, ctx: Ctx) => taggedRecord(ctx.records(groups), [group.name], group, ctx);

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) =>
  GROUP_TAGS.add(tagged(groupUnder(resourceArn, ctx), ctx), tags, ctx, resourceArn),
);

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  GROUP_TAGS.remove(tagged(groupUnder(resourceArn, ctx), ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: GROUP_TAGS.list(groupUnder(resourceArn, ctx)),
}));

export const TagLogGroup = operation('TagLogGroup', ({ logGroupName, tags }, ctx) =>
  GROUP_TAGS.add(tagged(findGroup(logGroupName, ctx), ctx), tags, ctx, groupArn(ctx, logGroupName)),
);

export const UntagLogGroup = operation('UntagLogGroup', ({ logGroupName, tags }, ctx) =>
  GROUP_TAGS.remove(tagged(findGroup(logGroupName, ctx), ctx), tags),
);

export const ListTagsLogGroup = operation('ListTagsLogGroup', ({ logGroupName }, ctx) => ({
  tags: GROUP_TAGS.list(findGroup(logGroupName, ctx)),
}));
